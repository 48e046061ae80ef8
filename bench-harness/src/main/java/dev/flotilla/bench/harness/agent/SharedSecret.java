package dev.flotilla.bench.harness.agent;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What manager and agents share; from a file or the environment, never from the command line. */
public final class SharedSecret {
  /** The environment variable that holds it. */
  public static final String VARIABLE = "FLOTILLA_BENCH_SECRET";

  private static final int MIN_CHARS = 16;
  private static final int MAX_CHARS = 256;

  private final String text;

  private SharedSecret(String text) {
    this.text = text;
  }

  /**
   * A secret of 16 to 256 printable ASCII characters.
   *
   * @throws IllegalArgumentException if it is not; the message does not hold the secret
   */
  public static SharedSecret of(String text) {
    if (!text.matches("[!-~]{%s,%s}".formatted(MIN_CHARS, MAX_CHARS))) {
      throw new IllegalArgumentException(
          "the secret must have %s to %s printable ASCII characters without spaces"
              .formatted(MIN_CHARS, MAX_CHARS));
    }
    return new SharedSecret(text);
  }

  /**
   * Reads the secret.
   *
   * @param file holds it, if not null; white space around it is ignored
   * @param environment holds it as {@value #VARIABLE} otherwise
   * @throws IllegalArgumentException if neither does, or it is not a secret
   * @throws IOException if the file cannot be read
   */
  public static SharedSecret read(@Nullable Path file, Map<String, String> environment)
      throws IOException {
    if (file != null) {
      return of(Files.readString(file).strip());
    }
    String value = environment.get(VARIABLE);
    if (value == null) {
      throw new IllegalArgumentException(
          "there is no secret; name a file with --secret-file, or set " + VARIABLE);
    }
    return of(value);
  }

  /** The key of {@link Seals}. */
  byte[] bytes() {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Not the secret, so that no log holds it. */
  @Override
  public String toString() {
    return "SharedSecret";
  }
}
