package dev.flotilla.bench.harness.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The style sheet of the report. */
final class StyleSheet {
  private StyleSheet() {}

  static String text() {
    try (InputStream in = StyleSheet.class.getResourceAsStream("report.css")) {
      if (in == null) {
        throw new IllegalStateException("report.css is not beside its class");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The colour of a variable on white paper. */
  static String light(String variable) {
    Matcher first = Pattern.compile("--" + variable + ": (#[0-9a-f]+)").matcher(text());
    if (!first.find()) {
      throw new IllegalArgumentException("report.css has no variable " + variable);
    }
    return first.group(1);
  }
}
