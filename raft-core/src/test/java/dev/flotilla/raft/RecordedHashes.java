package dev.flotilla.raft;

import dev.flotilla.raft.model.Configuration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What servers said and did in random histories, as hashes that were recorded once. A change that
 * should change nothing of the protocol must leave them as they are. Otherwise {@code
 * -Dcluster.record=FILE -Dcluster.histories=40} writes them anew, and the commit says why.
 */
record RecordedHashes(Map<String, Long> hashes) {
  private static final Optional<Path> RECORD =
      Optional.ofNullable(System.getProperty("cluster.record")).map(Path::of);

  static RecordedHashes load() {
    try (var file = RecordedHashes.class.getResourceAsStream("/core-hashes.txt")) {
      byte[] text = Objects.requireNonNull(file).readAllBytes();
      return new RecordedHashes(
          new String(text, StandardCharsets.UTF_8)
              .lines()
              .map(line -> line.split(": ", 2))
              .collect(Collectors.toMap(it -> it[0], it -> Long.parseUnsignedLong(it[1], 16))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void check(Configuration founders, Configuration everybody, long seed, long hash) {
    String history =
        "%s of %s servers, %s witnesses, seed %s"
            .formatted(
                founders.voters().size(),
                everybody.voters().size(),
                everybody.witnesses().size(),
                seed);
    String line = "%s: %016x".formatted(history, hash);
    if (RECORD.isPresent()) {
      record(RECORD.get(), line);
      return;
    }
    Long recorded = hashes.get(history);
    if (recorded != null && recorded != hash) {
      throw new AssertionError(
          "%s; %016x is recorded: the servers do something else".formatted(line, recorded));
    }
  }

  private static void record(Path file, String line) {
    try {
      Files.writeString(
          file,
          line + System.lineSeparator(),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
