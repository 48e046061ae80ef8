package dev.flotilla.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.loop.DutyCycle;
import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.SessionEnd;
import dev.flotilla.raft.options.RaftOptions;
import java.io.IOException;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class SimulatedServerTest {
  private static final long SECOND_NANOS = 1_000_000_000;
  private static final int MAX_SEEDS = 100;

  private final EventQueue agenda = new EventQueue();

  @Test
  void aLoopThatNothingReachesGoesOnWhenItSaidSo() throws IOException {
    SimulatedServer server = aloneOnAFullDisk();
    server.disk.fillUpAfter(Long.MAX_VALUE);
    agenda.stepUntil(agenda.nowNanos() + 3 * SECOND_NANOS);

    assertThat(log(server).nextDeadlineNanos()).as("it has room").isEqualTo(Long.MAX_VALUE);
  }

  /** One that knows no group, so that its group loop has nothing to do. */
  private SimulatedServer aloneOnAFullDisk() throws IOException {
    for (long seed = 1; seed <= MAX_SEEDS; seed++) {
      Interlude interlude = new Interlude(agenda, violation -> {});
      interlude.forbid();
      SimulatedServer server =
          new SimulatedServer(
              1,
              Optional.empty(),
              agenda,
              interlude,
              new SplittableRandom(seed),
              SimulatedMachine.empty(new Nobody()),
              it -> {});
      server.disk.fillUpAfter(0);
      if (starts(server) && log(server).nextDeadlineNanos() != Long.MAX_VALUE) {
        agenda.stepUntil(agenda.nowNanos() + SECOND_NANOS / 2);
        return server;
      }
    }
    throw new AssertionError("every server has its next segment, or none at all");
  }

  private static boolean starts(SimulatedServer server) {
    try {
      server.start(RaftOptions.DEFAULT, (to, message) -> {});
      return true;
    } catch (IOException e) {
      assertThat(e).hasMessageEndingWith("no space left on device");
      return false;
    }
  }

  private static DutyCycle log(SimulatedServer server) {
    return server.node().orElseThrow().loops().get(1);
  }

  private static final class Nobody implements SimulatedMachine.Observer {
    @Override
    public void executed(int place, CommittedCommand command) {}

    @Override
    public void ended(int place, SessionEnd end) {}

    @Override
    public void applied() {}
  }
}
