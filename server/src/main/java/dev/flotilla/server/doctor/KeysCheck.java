package dev.flotilla.server.doctor;

import dev.flotilla.keys.KeyDirectory;
import dev.flotilla.keys.KeysException;
import dev.flotilla.keys.Role;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/** A key directory. */
public final class KeysCheck {
  private static final String KEYS = "keys";

  private KeysCheck() {}

  /** Reads a key directory, and compares its dates with a time. */
  public static Finding of(Path directory, Instant now) {
    try {
      KeyDirectory keys = KeyDirectory.open(directory);
      List<String> problems = keys.problems(now);
      return problems.isEmpty()
          ? Finding.well(
              KEYS,
              "%s: %s %s of group %s, until %s"
                  .formatted(
                      directory,
                      Role.words(keys.grant().roles()),
                      keys.grant().name(),
                      keys.group(),
                      keys.certificate().getNotAfter().toInstant()))
          : Finding.wrong(
              KEYS, "%s: the certificate %s".formatted(directory, String.join("; ", problems)));
    } catch (KeysException | IllegalArgumentException e) {
      return Finding.wrong(
          KEYS,
          "%s cannot be used: %s; see to its files and their owner, or issue new keys ('flotilla keys issue')"
              .formatted(directory, e.getMessage()));
    }
  }
}
