package dev.postern.house;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What a reviewer would otherwise have to say again and again. */
class TidyTest {
  private static final int MOST_LINES = 600;

  /** Where a program talks to its user on standard output and may end the process. */
  private static boolean isProgram(SourceFile file) {
    return file.fileName().equals("Main.java") || file.module().equals("metal-bench");
  }

  /** A pattern that must not occur in the code of some files; comments are not looked at. */
  private record Ban(String name, Pattern pattern, Predicate<SourceFile> where) {
    Ban(String name, String pattern, Predicate<SourceFile> where) {
      this(name, Pattern.compile(pattern), where);
    }
  }

  private static final Predicate<SourceFile> MAIN = file -> !file.ofTests();

  private static final List<Ban> BANS =
      List.of(
          new Ban(
              "prints; log it, or return it",
              "\\bSystem\\.(out|err)\\b",
              MAIN.and(file -> !isProgram(file))),
          new Ban(
              "ends the process",
              "\\b(System\\.exit|Runtime\\.getRuntime\\(\\)\\.(exit|halt))\\(",
              MAIN.and(file -> !isProgram(file))),
          new Ban("sleeps; wait for what is awaited", "\\bThread\\.sleep\\(", MAIN),
          new Ban("prints a stack trace; log it", "\\.printStackTrace\\(", file -> true),
          new Ban("imports everything", "(?m)^import (static )?[\\w.]+\\.\\*;", file -> true),
          new Ban("lets the machine's language decide", "\\.to(Lower|Upper)Case\\(\\)", MAIN),
          new Ban(
              "is named for no job of its own",
              "\\b(class|interface|record|enum) \\w+(Util|Utils|Helper|Manager|Impl)\\b",
              file -> true));

  private static final Pattern UNFINISHED =
      Pattern.compile("\\b(TO" + "DO|FIX" + "ME|X" + "XX)\\b");

  /** Comments, character and text literals, so that bans look at code only. */
  private static final Pattern NOT_CODE =
      Pattern.compile(
          "\"\"\"(?:\\\\.|[^\\\\])*?\"\"\"|\"(?:\\\\.|[^\\\\\"\\n])*\"|'(?:\\\\.|[^\\\\'\\n])+'"
              + "|//[^\\n]*|/\\*.*?\\*/",
          Pattern.DOTALL);

  @Test
  void filesAreShort() throws IOException {
    List<String> tooLong = new ArrayList<>();
    for (SourceFile file : SourceFile.all()) {
      long lines = file.text().lines().count();
      if (lines > MOST_LINES) {
        tooLong.add(file.path() + " has " + lines + " lines, at most " + MOST_LINES);
      }
    }
    assertNone(tooLong);
  }

  @Test
  void packagesHaveAContractAndNullness() throws IOException {
    Map<String, String> contracts = new HashMap<>();
    for (SourceFile file : SourceFile.all()) {
      if (file.fileName().equals("package-info.java")) {
        contracts.put(packageOf(file), file.text());
      }
    }
    Set<String> wrong = new TreeSet<>();
    for (SourceFile file : SourceFile.all()) {
      String text = contracts.get(packageOf(file));
      if (text == null) {
        wrong.add(packageOf(file) + " has no package-info.java");
      } else if (!text.contains("@NullMarked")) {
        wrong.add(packageOf(file) + " is not @NullMarked");
      } else if (!text.contains("/**")) {
        wrong.add(packageOf(file) + " does not say what it is for");
      }
    }
    assertNone(List.copyOf(wrong));
  }

  private static String packageOf(SourceFile file) {
    return file.folder().replaceFirst("^[^/]+/src/(main|test)/java/", "").replace('/', '.');
  }

  @Test
  void nothingBannedIsUsed() throws IOException {
    List<String> found = new ArrayList<>();
    for (SourceFile file : SourceFile.all()) {
      String code = withBlanks(file.text());
      for (Ban ban : BANS) {
        if (ban.where.test(file)) {
          addPlaces(found, file, code, ban.pattern, ban.name);
        }
      }
    }
    assertNone(found);
  }

  @Test
  void nothingIsLeftUnfinished() throws IOException {
    List<String> found = new ArrayList<>();
    for (SourceFile file : SourceFile.all()) {
      addPlaces(found, file, file.text(), UNFINISHED, "is unfinished");
    }
    assertNone(found);
  }

  /** The text with everything that is not code replaced by blanks, lines kept. */
  private static String withBlanks(String text) {
    return NOT_CODE
        .matcher(text)
        .replaceAll(
            match ->
                match.group().startsWith("/")
                    ? match.group().replaceAll("[^\\n]", " ")
                    : "\"" + "\n".repeat((int) match.group().lines().count() - 1) + "\"");
  }

  private static void addPlaces(
      List<String> found, SourceFile file, String text, Pattern pattern, String name) {
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      long line = text.substring(0, matcher.start()).lines().count();
      boolean startsLine = matcher.start() == 0 || text.charAt(matcher.start() - 1) == '\n';
      found.add(
          file.path()
              + ":"
              + (startsLine ? line + 1 : line)
              + ": "
              + name
              + ": "
              + matcher.group());
    }
  }

  private static void assertNone(List<String> found) {
    assertEquals("", String.join("\n", found));
  }
}
