package dev.flotilla.server;

import dev.flotilla.keys.Authority;
import dev.flotilla.keys.KeysException;
import java.nio.file.Path;
import java.time.Clock;
import picocli.CommandLine.Option;

/** The option of the commands that need the authority of a group. */
final class AuthorityOption {
  @Option(
      names = "--authority",
      required = true,
      paramLabel = "DIR",
      description = "The authority's directory.")
  private Path directory = Path.of("");

  Authority open() throws KeysException {
    return Authority.open(directory, Clock.systemUTC());
  }
}
