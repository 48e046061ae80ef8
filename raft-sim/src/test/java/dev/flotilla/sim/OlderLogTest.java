package dev.flotilla.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.options.RaftOptions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OlderLogTest {
  private static final long MILLI = 1_000_000;
  private static final int SEEDS = 5;

  /** Found once: a founder that had lost every configuration went on alone (seed 40017946). */
  @Test
  void noTailWithTheFirstConfigurationIsLost() {
    Fault others = new Fault.Members(3, /* newcomers= */ 3, /* witness= */ false, false);
    assertThat(tailsLost(1, new FaultSchedule.Item(600 * MILLI, others))).isZero();
  }

  @Test
  void aTailThatTheOthersHoldIsLost() {
    assertThat(tailsLost(3)).isPositive();
  }

  /** How many tails server 0 loses, by a log of 400 ms that is put back after 1200 ms. */
  private static int tailsLost(int servers, FaultSchedule.Item... between) {
    List<FaultSchedule.Item> items = new ArrayList<>();
    Fault lostTail = new Fault.LostTail(0, 800 * MILLI, 100 * MILLI);
    items.add(new FaultSchedule.Item(400 * MILLI, lostTail));
    items.addAll(List.of(between));
    items.add(new FaultSchedule.Item(2_500 * MILLI, new Fault.Loss(0, MILLI)));
    int lost = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      FaultSchedule schedule = new FaultSchedule(items);
      SimulationReport report = new Simulation(seed, servers, RaftOptions.DEFAULT, schedule).run();
      lost += report.faults().getOrDefault("tail lost", 0);
    }
    return lost;
  }
}
