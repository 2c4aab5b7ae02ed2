package dev.postern.backend.function;

/** How messages show functions and operators with the types they were called with. */
public final class Signatures {
  private Signatures() {}

  /**
   * A function call: {@code f(integer, x => text)}.
   *
   * @param names of the last arguments, where they were given by name
   */
  public static String text(TypeFacts types, String name, int[] argumentTypes, String[] names) {
    StringBuilder text = new StringBuilder(name).append('(');
    int positional = argumentTypes.length - names.length;
    for (int i = 0; i < argumentTypes.length; i++) {
      if (i > 0) {
        text.append(", ");
      }
      if (i >= positional) {
        text.append(names[i - positional]).append(" => ");
      }
      text.append(types.displayName(argumentTypes[i]));
    }
    return text.append(')').toString();
  }

  /**
   * An operator's use: {@code integer + text}, {@code - text}.
   *
   * @param left 0 for a prefix operator
   */
  public static String operator(TypeFacts types, String name, int left, int right) {
    String rest = name + " " + types.displayName(right);
    return left == 0 ? rest : types.displayName(left) + " " + rest;
  }
}
