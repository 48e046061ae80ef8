package dev.flotilla.sim;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * As many seeds as one asks for, on all cores; {@code system-tests/simulation} calls it.
 *
 * <p>What is done is kept in a file for each commit, a line a block of seeds, so that a second call
 * goes on where the first was interrupted. The first seed that violates something ends it, with
 * exit code 1; exit code 2 means that the arguments make no sense.
 */
public final class SimulationCommand {
  private static final long BLOCK_SEEDS = 250;
  private static final long MANY_SEEDS = 100_000;
  private static final int MANY_FAULTS = 10_000;
  private static final double NANOS_PER_SECOND = 1e9;

  private final PrintStream out;
  private final Path progress;
  private final List<SeedBlock> done = new ArrayList<>();

  private SimulationCommand(PrintStream out, Path progress) {
    this.out = out;
    this.progress = progress;
  }

  /**
   * Runs seeds.
   *
   * @param arguments the commit, the directory for the file of progress, and then either how many
   *     seeds and the first of them, or {@code --seed} and one to repeat
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (arguments.length != 4) {
      System.err.println("usage: COMMIT DIRECTORY (SEEDS FIRST | --seed SEED)");
      System.exit(2);
    }
    Path progress = Path.of(arguments[1]).resolve("simulation-" + arguments[0] + ".txt");
    SimulationCommand command = new SimulationCommand(System.out, progress);
    boolean passed =
        arguments[2].equals("--seed")
            ? command.repeat(Long.parseLong(arguments[3]))
            : command.run(Long.parseLong(arguments[2]), Long.parseLong(arguments[3]));
    System.exit(passed ? 0 : 1);
  }

  private boolean repeat(long seed) {
    SeedSweep sweep = new SeedSweep(seed);
    try {
      sweep.run(seed);
    } catch (AssertionError e) {
      out.println(e.getMessage());
      e.printStackTrace(out);
      return false;
    }
    SeedBlock block = sweep.block();
    out.println(SeedSweep.summary(block.sum(), 1, block.nanos() / NANOS_PER_SECOND));
    out.printf("trace hash %016x%n", block.sum().traceHash());
    return true;
  }

  private boolean run(long seeds, long first) throws IOException, InterruptedException {
    Map<Long, SeedBlock> known = recorded();
    List<Long> missing = new ArrayList<>();
    for (long at = first; at < first + seeds; at += BLOCK_SEEDS) {
      SeedBlock block = known.get(at);
      if (block != null && block.seeds() == sizeOf(at, first + seeds)) {
        done.add(block);
      } else {
        missing.add(at);
      }
    }
    out.printf("%s: %s of %s seeds are done%n", progress, doneSeeds(), seeds);
    boolean clean = runAll(missing, first + seeds, seeds);
    SimulationReport sum =
        done.stream().map(SeedBlock::sum).reduce(SimulationReport.NOTHING, SimulationReport::plus);
    double seconds = done.stream().mapToLong(SeedBlock::nanos).sum() / NANOS_PER_SECOND;
    out.println(SeedSweep.summary(sum, doneSeeds(), seconds));
    out.printf(Locale.ROOT, "%.1f seeds/s on each thread%n", doneSeeds() / seconds);
    return clean && isEnough(sum, seeds);
  }

  private boolean runAll(List<Long> missing, long end, long seeds)
      throws IOException, InterruptedException {
    ExecutorService threads =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
    ExecutorCompletionService<SeedBlock> results = new ExecutorCompletionService<>(threads);
    missing.forEach(at -> results.submit(() -> runBlock(at, sizeOf(at, end))));
    long begun = System.nanoTime();
    long before = doneSeeds();
    try {
      for (int i = 0; i < missing.size(); i++) {
        record(results.take().get());
        double seconds = (System.nanoTime() - begun) / NANOS_PER_SECOND;
        out.printf(
            Locale.ROOT,
            "%s of %s seeds, %.1f seeds/s%n",
            doneSeeds(),
            seeds,
            (doneSeeds() - before) / seconds);
      }
      return true;
    } catch (ExecutionException e) {
      out.println(e.getCause() instanceof AssertionError violation ? violation.getMessage() : e);
      return false;
    } finally {
      threads.shutdownNow();
      threads.awaitTermination(1, TimeUnit.MINUTES);
    }
  }

  private static SeedBlock runBlock(long first, long seeds) throws InterruptedException {
    SeedSweep sweep = new SeedSweep(first);
    for (long seed = first; seed < first + seeds; seed++) {
      if (Thread.interrupted()) {
        throw new InterruptedException("another seed has failed");
      }
      sweep.run(seed);
    }
    return sweep.block();
  }

  private boolean isEnough(SimulationReport sum, long seeds) {
    boolean enough = true;
    for (SeedBlock block : done) {
      if (block.leastCommands() < 1) {
        out.printf(
            "of the %s seeds from %s on, one committed nothing%n", block.seeds(), block.first());
        enough = false;
      }
    }
    for (Class<?> kind : Fault.class.getPermittedSubclasses()) {
      int count = sum.faults().getOrDefault(kind.getSimpleName(), 0);
      if (seeds >= MANY_SEEDS && count < MANY_FAULTS) {
        out.printf(
            "%s happened %s times only, less than %s%n", kind.getSimpleName(), count, MANY_FAULTS);
        enough = false;
      }
    }
    return enough;
  }

  private long doneSeeds() {
    return done.stream().mapToLong(SeedBlock::seeds).sum();
  }

  private static long sizeOf(long at, long end) {
    return Math.min(BLOCK_SEEDS, end - at);
  }

  private Map<Long, SeedBlock> recorded() throws IOException {
    Map<Long, SeedBlock> blocks = new HashMap<>();
    if (Files.exists(progress)) {
      try (Stream<String> lines = Files.lines(progress)) {
        lines
            .filter(SeedBlock::isWhole)
            .map(SeedBlock::fromLine)
            .forEach(block -> blocks.put(block.first(), block));
      }
    }
    return blocks;
  }

  private void record(SeedBlock block) throws IOException {
    done.add(block);
    Files.createDirectories(progress.toAbsolutePath().getParent());
    // The line break comes first: what an interrupted call left behind must not swallow this one.
    Files.writeString(
        progress,
        System.lineSeparator() + block.toLine(),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }
}
