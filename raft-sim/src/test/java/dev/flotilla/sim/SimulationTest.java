package dev.flotilla.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.storage.disk.MemoryDisk;
import dev.flotilla.testing.Sample;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whole clusters from seeds; {@code -Dsim.seed=N} repeats one, as a failure prints it. */
@Tag("slow")
class SimulationTest {
  private static final int SEEDS = Integer.getInteger("sim.seeds", Sample.of(200, 30));
  private static final int CHANGING_SEEDS = Sample.of(50, 6);
  private static final long MILLI = 1_000_000;
  private static final RecordedHashes RECORDED = RecordedHashes.load();

  /** So many reach each of the rare moments, too. */
  private static final int MANY_SEEDS = 100;

  @Test
  void noSeedViolatesAnything() {
    long begun = System.nanoTime();
    LongStream seeds =
        Optional.ofNullable(Long.getLong("sim.seed"))
            .map(LongStream::of)
            .orElseGet(() -> LongStream.rangeClosed(1, SEEDS));
    List<SeedBlock> blocks = seeds.parallel().mapToObj(SimulationTest::swept).toList();
    SimulationReport sum =
        blocks.stream()
            .map(SeedBlock::sum)
            .reduce(SimulationReport.NOTHING, SimulationReport::plus);
    double seconds = (System.nanoTime() - begun) / 1e9;
    System.out.println(SeedSweep.summary(sum, blocks.size(), seconds));
    // Runs in which little happens would prove little.
    if (Long.getLong("sim.seed") == null) {
      assertThat(blocks).allMatch(block -> block.leastCommands() >= 300);
      assertThat(sum.leaders()).isGreaterThan(2L * SEEDS);
      assertThat(sum.promises()).isGreaterThan(5L * SEEDS);
      assertThat(sum.faults())
          .containsKeys(SEEDS < MANY_SEEDS ? kinds().toArray(String[]::new) : moments())
          .allSatisfy(
              (what, count) ->
                  assertThat(count).isGreaterThan(isKind(what) ? SEEDS / Sample.of(4, 10) : 0));
    }
  }

  private static SeedBlock swept(long seed) {
    SeedSweep sweep = new SeedSweep(seed);
    sweep.run(seed);
    SeedBlock block = sweep.block();
    assertThat(RECORDED.objection(seed, block.sum().traceHash()))
        .as("system-tests/simulation hashes --record, if this shall be so")
        .isEmpty();
    return block;
  }

  /** Found once: the only voter's disk was full when it failed, so that nothing was forced. */
  @Test
  void aForceThatFailsWhereNobodyStopsForItFailsForAWhileOnly() {
    assertThat(new SeedRun(70_014_239).run().commands()).isGreaterThanOrEqualTo(300);
  }

  /** Found once: a connection that broke while deadlines were looked at ended all looking. */
  @Test
  void aConnectionThatBreaksAtADeadlineLeavesOthersTheirs() {
    assertThat(new SeedRun(33).run().commands()).isGreaterThanOrEqualTo(300);
  }

  @Test
  void aBlockOfSeedsIsReadBackAsItWasWritten() {
    SeedBlock block = swept(3);
    String line = block.toLine();
    assertThat(SeedBlock.isWhole(line)).isTrue();
    assertThat(SeedBlock.isWhole(line.substring(0, line.length() - 2))).isFalse();
    assertThat(SeedBlock.fromLine(line)).isEqualTo(block);
  }

  private static boolean isKind(String what) {
    return kinds().anyMatch(what::equals);
  }

  /**
   * All faults, the moments at which processes end, and what was lost silently, or sessions saw.
   */
  private static String[] moments() {
    Stream<String> ends =
        Stream.of(
            "end between cycles",
            "end between written and forced",
            "end between forced and sent",
            "end between applied and answered",
            "tail lost",
            "lost tail found",
            "session opened",
            "session command",
            "session expired");
    return Stream.concat(kinds(), ends).toArray(String[]::new);
  }

  private static Stream<String> kinds() {
    return Stream.of(Fault.class.getPermittedSubclasses()).map(Class::getSimpleName);
  }

  @Test
  void theSameSeedGivesTheSameTrace() {
    SimulationReport first = new SeedRun(7).run();
    assertThat(new SeedRun(7).run()).isEqualTo(first);
    assertThat(new SeedRun(9).run().traceHash()).isNotEqualTo(first.traceHash());
  }

  @Test
  void theSameSeedGivesTheSameTraceWhenMessagesAreBytes() {
    // In 111 a changed byte makes a name of an address.
    for (long seed : new long[] {47, 111}) {
      SeedRun bytes = new SeedRun(seed);
      assertThat(bytes.sendsBytes()).isTrue();
      assertThat(new SeedRun(seed).run()).isEqualTo(bytes.run());
    }
  }

  @Test
  void oneServerBecomesThreeThenFiveThenThreeUnderLoadAndNoOperationFails() {
    List<SimulationReport> reports =
        LongStream.rangeClosed(1, CHANGING_SEEDS)
            .parallel()
            .mapToObj(seed -> new Simulation(seed, 1, RaftOptions.DEFAULT, growing()).run())
            .toList();
    SimulationReport sum =
        reports.stream().reduce(SimulationReport.NOTHING, SimulationReport::plus);
    System.out.printf(
        "1 -> 3 -> 5 -> 3 members: %d seeds, %d commands and %d reads acknowledged, all"
            + " linearizable, %d outcomes unknown on the way; changes: %s%n",
        CHANGING_SEEDS, sum.commands(), sum.reads(), sum.unknownOutcomes(), sum.faults());
    assertThat(reports)
        .allSatisfy(
            report ->
                assertThat(report.faults())
                    .containsEntry("now 3 voters", 2)
                    .containsEntry("now 5 voters", 1));
  }

  private static FaultSchedule growing() {
    return new FaultSchedule(
        List.of(
            new FaultSchedule.Item(500 * MILLI, voters(3)),
            new FaultSchedule.Item(1_500 * MILLI, voters(5)),
            new FaultSchedule.Item(2_500 * MILLI, voters(3)),
            // Lets the last change be made before all ends.
            new FaultSchedule.Item(3_500 * MILLI, new Fault.Loss(0, MILLI))));
  }

  private static Fault voters(int count) {
    return new Fault.Members(count, /* newcomers= */ 0, /* witness= */ false, /* learner= */ false);
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
