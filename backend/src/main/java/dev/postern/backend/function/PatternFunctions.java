package dev.postern.backend.function;

import org.jspecify.annotations.Nullable;

/** LIKE, ILIKE, SIMILAR TO and the regular expression operators. */
final class PatternFunctions implements FunctionTopic {
  @Override
  public @Nullable ScalarFunction scalar(String key, CallSite site) {
    return switch (key) {
      case "textlike", "namelike" ->
          (c, a, r) -> r.setBoolean(LikePattern.matches(a[0], a[1], false, false));
      case "textnlike", "namenlike" ->
          (c, a, r) -> r.setBoolean(!LikePattern.matches(a[0], a[1], false, false));
      case "texticlike", "nameiclike" ->
          (c, a, r) -> r.setBoolean(LikePattern.matches(a[0], a[1], false, true));
      case "texticnlike", "nameicnlike" ->
          (c, a, r) -> r.setBoolean(!LikePattern.matches(a[0], a[1], false, true));
      case "bytealike" -> (c, a, r) -> r.setBoolean(LikePattern.matches(a[0], a[1], true, false));
      case "byteanlike" -> (c, a, r) -> r.setBoolean(!LikePattern.matches(a[0], a[1], true, false));
      case "like_escape" -> (c, a, r) -> r.setText(LikePattern.escaped(a[0].text(), a[1].text()));
      case "textregexeq", "nameregexeq" -> matching(false, true);
      case "textregexne", "nameregexne" -> matching(false, false);
      case "texticregexeq", "nameicregexeq" -> matching(true, true);
      case "texticregexne", "nameicregexne" -> matching(true, false);
      case "similar_to_escape_1" ->
          (c, a, r) -> r.setText(SimilarPattern.regularExpression(a[0].text(), "\\"));
      case "similar_to_escape_2" ->
          (c, a, r) -> r.setText(SimilarPattern.regularExpression(a[0].text(), a[1].text()));
      case "similar_escape" ->
          (c, a, r) -> {
            if (a[0].isNull) {
              r.setNull();
            } else {
              r.setText(
                  SimilarPattern.regularExpression(a[0].text(), a[1].isNull ? "\\" : a[1].text()));
            }
          };
      case "substring(text,text,text)" ->
          (c, a, r) -> {
            String pattern = SimilarPattern.regularExpression(a[1].text(), a[2].text());
            RegexFunctions.substring(a[0].text(), RegexCache.compiled(pattern, 0), r);
          };
      default -> null;
    };
  }

  private static ScalarFunction matching(boolean ignoreCase, boolean wanted) {
    int flags = ignoreCase ? RegexTranslation.IGNORE_CASE : 0;
    return (c, a, r) -> {
      Regex regex = RegexCache.compiled(a[1].text(), flags);
      r.setBoolean(regex.matches(a[0].text()) == wanted);
    };
  }
}
