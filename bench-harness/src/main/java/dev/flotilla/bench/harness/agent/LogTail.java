package dev.flotilla.bench.harness.agent;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads the end of a log. */
final class LogTail {
  private static final int MAX_BYTES = 8 * 1024;

  private LogTail() {}

  /** The last {@value #MAX_BYTES} bytes as text; what went wrong if they cannot be read. */
  static String of(Path log) {
    try (InputStream in = Files.newInputStream(log)) {
      in.skipNBytes(Math.max(0, Files.size(log) - MAX_BYTES));
      return new String(in.readNBytes(MAX_BYTES), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "the log cannot be read: " + e.getMessage();
    }
  }
}
