package dev.flotilla.sim;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * The trace hashes of {@value #SEEDS} seeds as they were recorded: each message, each executed
 * command and the final content of the disks, all at their times. A change that should change
 * nothing of the protocol must leave them as they are. One that changes when a loop runs, or what a
 * message holds, records them anew, and its commit says why.
 *
 * <p>Seeds whose messages travel as bytes are left out: there the sizes of writes to a connection
 * decide what happens, too.
 *
 * @param hashes by seed
 */
record RecordedHashes(Map<Long, Long> hashes) {
  static final int SEEDS = 2_000;

  private static final String RESOURCE = "trace-hashes.txt";

  /** Those that belong to this program. */
  static RecordedHashes load() {
    try (InputStream file = RecordedHashes.class.getResourceAsStream(RESOURCE)) {
      byte[] text = Objects.requireNonNull(file, RESOURCE).readAllBytes();
      return new RecordedHashes(
          new String(text, StandardCharsets.UTF_8)
              .lines()
              .map(line -> line.split(" ", 2))
              .collect(
                  Collectors.toMap(
                      it -> Long.valueOf(it[0]), it -> Long.parseUnsignedLong(it[1], 16))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What is wrong with the hash of a seed, if anything is. */
  Optional<String> objection(long seed, long hash) {
    Long recorded = hashes.get(seed);
    return recorded == null || recorded == hash
        ? Optional.empty()
        : Optional.of(
            "seed %s has the trace hash %016x, recorded is %016x".formatted(seed, hash, recorded));
  }

  private static long run(long seed) {
    SeedSweep sweep = new SeedSweep(seed);
    sweep.run(seed);
    return sweep.block().sum().traceHash();
  }

  /**
   * Runs all of these seeds on all cores, and ends with exit code 1 if one has another hash.
   *
   * @param arguments {@code --record} and a file to which the hashes are to be written; or nothing
   */
  public static void main(String[] arguments) throws IOException {
    List<Long> seeds =
        LongStream.iterate(1, seed -> seed + 1)
            .filter(seed -> !new SeedRun(seed).sendsBytes())
            .limit(SEEDS)
            .boxed()
            .toList();
    Map<Long, Long> now =
        seeds.parallelStream().collect(Collectors.toMap(seed -> seed, RecordedHashes::run));
    if (arguments.length == 2) {
      List<String> lines =
          new TreeMap<>(now)
              .entrySet().stream()
                  .map(it -> "%s %016x".formatted(it.getKey(), it.getValue()))
                  .toList();
      Files.write(Path.of(arguments[1]), lines);
      return;
    }
    RecordedHashes recorded = load();
    List<String> objections =
        now.entrySet().stream()
            .flatMap(it -> recorded.objection(it.getKey(), it.getValue()).stream())
            .toList();
    objections.forEach(System.out::println);
    System.out.printf("%s of %s seeds differ%n", objections.size(), recorded.hashes.size());
    System.exit(objections.isEmpty() ? 0 : 1);
  }
}
