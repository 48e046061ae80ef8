package dev.flotilla.order.protocol;

import static dev.flotilla.order.protocol.SimulatedGroup.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.order.bench.CostModel;
import dev.flotilla.order.live.ProtocolKind;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The model counts what protocols send in the simulation, where each message takes 1 ms. */
class CostModelTest {
  private static final long QUIET_NANOS = 10 * MILLI;

  /** Longer than Raft's heartbeat interval. */
  private static final int MAX_WAITS = 60;

  private long nowNanos;

  @ParameterizedTest
  @EnumSource(ProtocolKind.class)
  void aBroadcastTakesTheStepsAndMessagesOfTheModel(ProtocolKind kind) {
    for (int size = 2; size <= 6; size++) {
      CostModel model = new CostModel(kind, size);
      SimulatedGroup group = group(kind, size);
      int coordinator = coordinator(group);
      int other = (coordinator + 1) % size;
      assertCost(group, other, model.steps(), model.messages());
      assertCost(group, coordinator, model.coordinatorSteps(), model.coordinatorMessages());
    }
  }

  @ParameterizedTest
  @EnumSource(ProtocolKind.class)
  void aTurnOfAClosedSystemTakesTheMessagesOfTheModel(ProtocolKind kind) {
    for (int size = 2; size <= 6; size++) {
      SimulatedGroup group = group(kind, size);
      long messages = 0;
      for (int origin = 0; origin < size; origin++) {
        messages += broadcast(group, origin);
      }
      assertThat(messages).isEqualTo(new CostModel(kind, size).turnMessages());
    }
  }

  @ParameterizedTest
  @EnumSource(ProtocolKind.class)
  void requestsOfClientsTakeTheStepsOfTheModel(ProtocolKind kind) {
    for (int size = 2; size <= 6; size++) {
      CostModel model = new CostModel(kind, size);
      SimulatedGroup group = group(kind, size);
      int client = size;
      int coordinator = coordinator(group);
      int other = (coordinator + 1) % size;
      IntStream servers = IntStream.range(0, size);
      assertThat(stepsUntilReply(group, client, servers))
          .isEqualTo(model.broadcastingClientSteps());
      assertThat(1 + stepsUntilReply(group, coordinator, IntStream.of(coordinator)))
          .isEqualTo(model.broadcastingClientSteps());
      assertThat(1 + stepsUntilReply(group, other, IntStream.of(other)))
          .isEqualTo(model.askingClientSteps());
    }
  }

  /** From a broadcast until one of the servers has delivered it, and a step for the reply. */
  private int stepsUntilReply(SimulatedGroup group, int origin, IntStream servers) {
    waitUntilQuiet(group);
    int[] asked = servers.toArray();
    int before = group.deliveriesOf(asked[0]).size();
    int steps = 0;
    group.broadcast(origin, 10);
    while (Arrays.stream(asked).allMatch(it -> group.deliveriesOf(it).size() == before)) {
      run(group, MILLI);
      steps++;
      assertThat(steps).isLessThan(MAX_WAITS);
    }
    return steps + 1;
  }

  private void assertCost(SimulatedGroup group, int origin, int steps, int messages) {
    long sent = broadcast(group, origin);
    assertThat(sent).as("messages in a group of %s", group.size()).isEqualTo(messages);
    long tookNanos = group.lastDeliveryNanos() - (nowNanos - QUIET_NANOS);
    assertThat(tookNanos).as("steps in a group of %s", group.size()).isEqualTo(steps * MILLI);
  }

  /**
   * Broadcasts when nothing is under way and Raft's next heartbeats are far, and counts the
   * messages.
   */
  private long broadcast(SimulatedGroup group, int origin) {
    waitUntilQuiet(group);
    long before = group.messages();
    group.broadcast(origin, 10);
    run(group, QUIET_NANOS);
    return group.messages() - before;
  }

  private void waitUntilQuiet(SimulatedGroup group) {
    long before = group.messages();
    for (int i = 0; i < MAX_WAITS && group.messages() == before; i++) {
      run(group, MILLI);
    }
    do {
      before = group.messages();
      run(group, QUIET_NANOS);
    } while (group.messages() != before);
  }

  private void run(SimulatedGroup group, long nanos) {
    nowNanos += nanos;
    group.runUntil(nowNanos);
  }

  private SimulatedGroup group(ProtocolKind kind, int size) {
    SimulatedGroup.Factory factory =
        switch (kind) {
          case SEQUENCER -> (group, random) -> new Sequencer(group);
          case SKEEN -> (group, random) -> new Skeen(group);
          case CHANDRA_TOUEG -> (group, random) -> new ChandraToueg(group);
          case RAFT -> SeedTrial.RAFT;
        };
    SimulatedGroup group =
        new SimulatedGroup(
            size,
            factory,
            new SplittableRandom(1),
            (from, to) -> MILLI,
            /* clients= */ 1,
            kind::outsideOrigin);
    nowNanos = 0;
    run(group, 2_000 * MILLI);
    return group;
  }

  private static int coordinator(SimulatedGroup group) {
    return group.protocol(0) instanceof RaftOrder raft ? raft.leader().orElseThrow() : 0;
  }
}
