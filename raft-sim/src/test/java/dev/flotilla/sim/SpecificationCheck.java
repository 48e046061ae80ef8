package dev.flotilla.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Every model, every planted bug and 50 traces: minutes, so that only {@code
 * system-tests/specification} runs it, by its name. It writes its report to the file that {@code
 * -Dspecification.report} names, and leaves TLC's own output beside it.
 */
class SpecificationCheck {
  private static final int TRACES = Integer.getInteger("specification.traces", 50);
  private static final int EVENTS = Integer.getInteger("specification.events", 900);

  /** Servers of the groups that are recorded. */
  private static final List<Integer> GROUPS = List.of(3, 5);

  /** Traces of one run of TLC. */
  private static final int BATCH = 5;

  private final Path report =
      Path.of(System.getProperty("specification.report", "target/specification/report.txt"))
          .toAbsolutePath();
  private final List<String> surprises = new ArrayList<>();
  private int asExpected;
  private int accepted;
  private final Map<String, Integer> rejectedByKind = new TreeMap<>();
  private int directories;

  @Test
  void everythingIsAsExpected() throws IOException {
    Files.createDirectories(report.getParent());
    try (PrintStream lines = new PrintStream(report.toFile(), StandardCharsets.UTF_8)) {
      lines.println("Models:");
      Models.sound().forEach(model -> note(model, lines));
      lines.println("Planted bugs:");
      Models.planted().forEach(model -> note(model, lines));
      lines.println("Traces:");
      List<Long> seeds = seeds();
      for (int servers : GROUPS) {
        validate(seeds.stream().filter(it -> new SeedRun(it).servers() == servers).toList(), lines);
      }
      int rejected = rejectedByKind.values().stream().mapToInt(Integer::intValue).sum();
      lines.printf("accepted %d/%d, rejected %d/%d%n", accepted, TRACES, rejected, 3 * TRACES);
      rejectedByKind.forEach((kind, n) -> lines.printf("  %s: %d/%d%n", kind, n, TRACES));
      surprises.forEach(it -> lines.println("SURPRISE " + it));
      int models = Models.sound().size() + Models.planted().size();
      lines.printf("RUN %d/%d%n", asExpected + accepted + rejected, models + TRACES + 3 * TRACES);
    }
    assertThat(surprises).isEmpty();
  }

  private void note(Model model, PrintStream lines) {
    ModelCheck check = ModelCheck.of(model, nextDirectory());
    lines.println("  " + check.line());
    lines.flush();
    if (check.isAsExpected()) {
      asExpected++;
    } else {
      surprises.add(check.line() + ", expected: " + model.expected().orElse("no violation"));
    }
  }

  /** The first seeds whose groups have as many servers as replication takes. */
  private static List<Long> seeds() {
    return LongStream.iterate(1, seed -> seed + 1)
        .filter(seed -> GROUPS.contains(new SeedRun(seed).servers()))
        .limit(TRACES)
        .boxed()
        .toList();
  }

  private void validate(List<Long> seeds, PrintStream lines) {
    for (int from = 0; from < seeds.size(); from += BATCH) {
      List<RecordedTrace> batch =
          seeds.subList(from, Math.min(seeds.size(), from + BATCH)).stream()
              .map(seed -> RecordedTrace.of(seed, EVENTS))
              .toList();
      TraceValidation validation = new TraceValidation(batch);
      validation.run(nextDirectory());
      accepted += validation.accepted();
      validation.rejectedByKind().forEach((kind, n) -> rejectedByKind.merge(kind, n, Integer::sum));
      surprises.addAll(validation.surprises());
      validation.verdicts().forEach(it -> lines.println("  " + it));
      lines.flush();
    }
  }

  private Path nextDirectory() {
    directories++;
    try {
      return Files.createDirectories(
          report.resolveSibling("run-" + ProcessHandle.current().pid() + "-" + directories));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
