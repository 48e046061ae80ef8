package dev.flotilla.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.node.disk.MemoryDisk;
import dev.flotilla.raft.RaftOptions;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Whole clusters from seeds; {@code -Dsim.seed=N} repeats one, as a failure prints it. */
class SimulationTest {
  private static final int SEEDS = 2_000;
  private static final long MILLI = 1_000_000;

  @Test
  void noSeedViolatesAnything() {
    SeedSweep sweep = new SeedSweep();
    LongStream seeds =
        Optional.ofNullable(Long.getLong("sim.seed"))
            .map(LongStream::of)
            .orElseGet(() -> LongStream.rangeClosed(1, SEEDS));
    seeds.forEach(sweep::run);
    System.out.println(sweep.summary());
    // Runs in which little happens would prove little.
    if (Long.getLong("sim.seed") == null) {
      assertThat(sweep.sum().commands()).isGreaterThanOrEqualTo(300L * SEEDS);
      assertThat(sweep.sum().leaders()).isGreaterThan(2L * SEEDS);
      assertThat(sweep.sum().promises()).isGreaterThan(5L * SEEDS);
      assertThat(sweep.sum().faults())
          .hasSize(16)
          .allSatisfy((kind, count) -> assertThat(count).isGreaterThan(1_000));
    }
  }

  @Test
  void theSameSeedGivesTheSameTrace() {
    SimulationReport first = new SeedRun(7).run();
    assertThat(new SeedRun(7).run()).isEqualTo(first);
    assertThat(new SeedRun(9).run().traceHash()).isNotEqualTo(first.traceHash());
  }

  @Test
  void aDiskThatForcesNothingIsCaught() {
    assertThatThrownBy(() -> lyingDisks(MemoryDisk.Force.DOES_NOTHING))
        .isInstanceOf(Violation.class);
  }

  @Test
  void aPromiseBeforeItsForceIsCaught() {
    assertThatThrownBy(() -> lyingDisks(MemoryDisk.Force.ONE_BEHIND)).isInstanceOf(Violation.class);
  }

  /** Runs with disks that lie, and power cuts, until something is violated. */
  private static void lyingDisks(MemoryDisk.Force lie) {
    for (long seed = 1; seed <= 40; seed++) {
      FaultSchedule cuts =
          new FaultSchedule(
              List.of(cutOfAll(600 * MILLI), cutOfAll(1_400 * MILLI), cutOfAll(2_200 * MILLI)));
      Simulation simulation = new Simulation(seed, 3, RaftOptions.DEFAULT, cuts);
      simulation.plant(lie);
      simulation.run();
    }
  }

  private static FaultSchedule.Item cutOfAll(long atNanos) {
    return new FaultSchedule.Item(
        atNanos, new Fault.PowerCutOfAll(MemoryDisk.Loss.ALL, 100 * MILLI));
  }

  @Test
  void aViolationIsReducedToTheFaultsThatMatter() {
    FaultSchedule all = new SeedRun(11).schedule();
    assertThat(all.items()).hasSizeGreaterThan(3);
    FaultSchedule.Item needed = all.items().get(2);
    FaultSchedule smallest = all.shrink(schedule -> schedule.items().contains(needed));
    assertThat(smallest.items()).containsExactly(needed);
  }
}
