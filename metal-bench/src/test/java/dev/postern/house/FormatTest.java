package dev.postern.house;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Sources are as google-java-format writes them. {@code mvn -pl metal-bench -am test
 * -Dtest=FormatTest -Dsurefire.failIfNoSpecifiedTests=false -Dformat.fix=true} rewrites them.
 */
class FormatTest {

  @Test
  void sourcesAreFormatted() throws IOException {
    boolean fix = Boolean.getBoolean("format.fix");
    List<String> differing =
        SourceFile.all().parallelStream()
            .filter(file -> differs(file, fix))
            .map(SourceFile::path)
            .toList();
    assertTrue(
        fix || differing.isEmpty(),
        () -> "not formatted (-Dformat.fix=true rewrites them):\n" + String.join("\n", differing));
  }

  private static boolean differs(SourceFile file, boolean fix) {
    try {
      String text = file.text();
      String formatted = new Formatter().formatSourceAndFixImports(text);
      if (text.equals(formatted)) {
        return false;
      }
      if (fix) {
        Files.writeString(file.file(), formatted);
      }
      return true;
    } catch (FormatterException notJava) {
      throw new AssertionError(file.path() + ": " + notJava.getMessage(), notJava);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
