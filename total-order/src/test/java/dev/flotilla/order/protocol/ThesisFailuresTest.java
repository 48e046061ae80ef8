package dev.flotilla.order.protocol;

import static dev.flotilla.order.protocol.SimulatedGroup.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.order.MessageId;
import dev.flotilla.order.ProcessGroup;
import dev.flotilla.raft.options.RaftOptions;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * The runs of figures 8 and 10 of Hirt's diploma thesis, "Atomic Broadcast on various middlewares":
 * three processes, and the one that coordinates crashes while it sends. All messages take 1 ms.
 */
class ThesisFailuresTest {
  private static final MessageId M = new MessageId(0, 0);
  private static final MessageId LATER = new MessageId(1, 0);

  /** The sequencer has sent the message to two, and its number to one of them. */
  @Test
  void figure8ASequencerCrashesWhileItSendsTheNumber() {
    SimulatedGroup group = group(Sequencer::new);
    group.crashAfter(0, 3);
    group.broadcast(0, 1);
    group.runUntil(100 * MILLI);
    assertThat(group.deliveriesOf(1)).containsExactly(M);
    assertThat(group.deliveriesOf(2)).isEmpty();
    assertThat(group.trace().violations()).containsExactly(Property.TO1_AGREEMENT);
  }

  /** The thesis: if another process crashes, nothing has to be done. */
  @Test
  void figure8AnotherProcessThanTheSequencerMayCrash() {
    SimulatedGroup group = group(Sequencer::new);
    group.broadcast(0, 1);
    group.crash(2, () -> 0);
    group.broadcast(1, 1);
    group.runUntil(100 * MILLI);
    assertThat(group.deliveriesOf(1)).containsExactly(M, LATER);
    assertThat(group.trace().violations()).isEmpty();
  }

  /** The origin has not sent the time stamp to anybody: nobody delivers, or all do, later. */
  @Test
  void figure10ACrashAtPosition1ViolatesNothing() {
    SimulatedGroup group = group(Skeen::new);
    group.crashAfter(0, 2);
    group.broadcast(0, 1);
    group.runUntil(50 * MILLI);
    assertThat(group.deliveriesOf(1)).isEmpty();
    assertThat(group.deliveriesOf(2)).isEmpty();
    assertThat(group.trace().violations()).isEmpty();

    broadcastAfterDetection(group);
    assertThat(group.deliveriesOf(1)).containsExactly(LATER, M);
    assertThat(group.deliveriesOf(2)).containsExactly(LATER, M);
    assertThat(group.trace().violations()).isEmpty();
  }

  /** The origin has sent the time stamp to one process only: not all of them deliver. */
  @Test
  void figure10ACrashAtPosition2ViolatesAtomicity() {
    SimulatedGroup group = crashedAtPosition2();
    assertThat(group.deliveriesOf(1)).containsExactly(M);
    assertThat(group.deliveriesOf(2)).isEmpty();
    assertThat(group.trace().violations()).containsExactly(Property.TO1_AGREEMENT);
  }

  /** The message that one has delivered comes after the next broadcast at the other. */
  @Test
  void figure10ACrashAtPosition2ThenViolatesTotalOrder() {
    SimulatedGroup group = crashedAtPosition2();
    broadcastAfterDetection(group);
    assertThat(group.deliveriesOf(1)).containsExactly(M, LATER);
    assertThat(group.deliveriesOf(2)).containsExactly(LATER, M);
    assertThat(group.trace().violations()).containsExactly(Property.TO3_ORDER);
  }

  /** The same crash of the coordinator, among the six messages that it sends for one broadcast. */
  @Test
  void chandraTouegKeepsAllWhereverTheCoordinatorCrashes() {
    for (int sends = 0; sends < 6; sends++) {
      SimulatedGroup group = group(ChandraToueg::new);
      group.crashAfter(0, sends);
      group.broadcast(0, 1);
      broadcastAfterDetection(group);
      assertThat(group.trace().violations()).as("after %s sends", sends).isEmpty();
      assertThat(group.deliveriesOf(2)).contains(LATER);
    }
  }

  /** The same for the leader of a Raft group that has elected one. */
  @Test
  void raftKeepsAllWhereverTheLeaderCrashes() {
    for (int sends = 0; sends <= 8; sends++) {
      SimulatedGroup group =
          group(it -> new RaftOrder(it, RaftOptions.DEFAULT, new SplittableRandom(it.self()), 0));
      group.runUntil(1_000 * MILLI);
      int leader = ((RaftOrder) group.protocol(0)).leader().orElseThrow();
      group.crashAfter(leader, sends);
      group.broadcast(leader, 1);
      group.broadcast((leader + 1) % 3, 1);
      group.runUntil(5_000 * MILLI);
      assertThat(group.trace().violations()).as("after %s sends", sends).isEmpty();
      assertThat(group.deliveriesOf((leader + 2) % 3)).contains(new MessageId((leader + 1) % 3, 0));
    }
  }

  private interface Maker {
    Protocol make(ProcessGroup group);
  }

  private static SimulatedGroup group(Maker maker) {
    return new SimulatedGroup(
        3, (group, random) -> maker.make(group), new SplittableRandom(0), (from, to) -> MILLI);
  }

  private static SimulatedGroup crashedAtPosition2() {
    SimulatedGroup group = group(Skeen::new);
    group.crashAfter(0, 3);
    group.broadcast(0, 1);
    group.runUntil(50 * MILLI);
    return group;
  }

  /** A perfect detector tells of the crash, and process 1 broadcasts next. */
  private static void broadcastAfterDetection(SimulatedGroup group) {
    group.runUntil(50 * MILLI);
    if (group.isCrashed(0)) {
      group.input(1, ThesisFailuresTest::tellCrash);
      group.input(2, ThesisFailuresTest::tellCrash);
    }
    group.broadcast(1, 1);
    group.runUntil(100 * MILLI);
  }

  private static void tellCrash(Protocol protocol) {
    if (protocol instanceof Skeen skeen) {
      skeen.crashed(0);
    } else {
      protocol.suspect(0);
    }
  }
}
