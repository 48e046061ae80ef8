package dev.flotilla.bench.harness.flotilla;

import dev.flotilla.keys.InitialKeys;
import dev.flotilla.keys.KeysException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;

/**
 * The keys of one cluster that is measured with TLS.
 *
 * @param directory that of all of them
 */
record BenchKeys(Path directory) {
  /**
   * The keys of a cluster, which are made if they are not there.
   *
   * @param directory of these keys only
   */
  static BenchKeys of(Path directory, String group, int servers) throws IOException {
    if (!Files.exists(directory)) {
      try {
        var unused = InitialKeys.create(directory, group, servers, 1, Clock.systemUTC());
      } catch (KeysException e) {
        throw new IOException("no keys can be made: " + e.getMessage(), e);
      }
    }
    return new BenchKeys(directory);
  }

  /** The key directory of a server, by its number from 1. */
  Path server(int number) {
    return directory.resolve("member-" + number);
  }

  /** The key directory of all clients. */
  Path client() {
    return directory.resolve("client-1");
  }
}
