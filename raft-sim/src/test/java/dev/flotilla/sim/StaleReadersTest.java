package dev.flotilla.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Reads of older states in whole clusters, under every fault that seeds draw. */
@Tag("slow")
class StaleReadersTest {
  private static final int SEEDS = Integer.getInteger("sim.staleSeeds", 48);

  private static StaleReaders run(long seed) {
    SeedRun run = new SeedRun(seed);
    Simulation simulation = new Simulation(seed, run.servers(), run.options(), run.schedule());
    StaleReaders readers = simulation.readStale(seed);
    simulation.run();
    return readers;
  }

  @Test
  void staleReadsKeepTheirBoundAndNeverGoBack() {
    List<StaleReaders> runs =
        LongStream.rangeClosed(1, SEEDS).parallel().mapToObj(StaleReadersTest::run).toList();
    int bounded = runs.stream().mapToInt(StaleReaders::bounded).sum();
    int local = runs.stream().mapToInt(StaleReaders::local).sum();
    int old = runs.stream().mapToInt(StaleReaders::old).sum();
    System.out.printf(
        "stale reads: %d seeds, %d bounded, %d local, %d of an older state%n",
        SEEDS, bounded, local, old);
    // Were none of them old, nothing would be tried.
    assertThat(bounded).isGreaterThan(20 * SEEDS);
    assertThat(local).isGreaterThan(20 * SEEDS);
    assertThat(old).isGreaterThan(SEEDS);
  }
}
