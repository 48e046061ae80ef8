package dev.flotilla.order.protocol;

import static dev.flotilla.order.protocol.SimulatedGroup.MILLI;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.order.MessageId;
import dev.flotilla.order.ProcessGroup;
import java.util.EnumSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Clients that broadcast from outside of the group, over 50 seeds: TO1 to TO3 at the servers. The
 * planted bug is Chandra-Toueg's coordinator that proposes messages of clients without sending them
 * along ({@link #aProposalWithoutTheMessagesOfClientsIsFound}).
 */
class OutsideOriginsTest {
  private static final long SEEDS = 50;
  private static final SimulatedGroup.Factory CHANDRA_TOUEG =
      (group, random) -> new ChandraToueg(group);

  @Test
  void sequencerOrdersMessagesOfClients() {
    requireKept((group, random) -> new Sequencer(group), OutsideOrigin::new, /* faults= */ false);
  }

  @Test
  void skeenOrdersMessagesOfClients() {
    requireKept((group, random) -> new Skeen(group), StampingOrigin::new, /* faults= */ false);
  }

  @Test
  void chandraTouegOrdersMessagesOfClients() {
    requireKept(CHANDRA_TOUEG, OutsideOrigin::new, /* faults= */ false);
  }

  @Test
  void raftOrdersMessagesOfClients() {
    requireKept(SeedTrial.RAFT, SubmittingOrigin::new, /* faults= */ false);
  }

  @Test
  void chandraTouegToleratesCrashesOfServersAndClients() {
    requireKept(CHANDRA_TOUEG, OutsideOrigin::new, /* faults= */ true);
  }

  @Test
  void raftToleratesCrashesOfServersAndClients() {
    requireKept(SeedTrial.RAFT, SubmittingOrigin::new, /* faults= */ true);
  }

  /** A client that crashes after it has reached the coordinator alone then stops the group. */
  @Test
  void aProposalWithoutTheMessagesOfClientsIsFound() {
    SimulatedGroup.Factory factory = (group, random) -> new SilentCoordinator(group);
    EnumSet<Property> violated = EnumSet.noneOf(Property.class);
    for (long seed = 0; seed < SEEDS; seed++) {
      violated.addAll(
          SeedTrial.withClients(seed, factory, OutsideOrigin::new).withFaults().violations());
    }
    assertThat(violated).contains(Property.TO2_TERMINATION);
  }

  @Test
  void aClientThatReachesOnlyTheCoordinatorIsDelivered() {
    SimulatedGroup group =
        new SimulatedGroup(
            3, CHANDRA_TOUEG, new SplittableRandom(0), (from, to) -> MILLI, 1, OutsideOrigin::new);
    group.crashAfter(3, 1);
    group.broadcast(3, 1);
    group.broadcast(1, 1);
    group.runUntil(100 * MILLI);
    for (int server = 0; server < 3; server++) {
      assertThat(group.deliveriesOf(server))
          .containsExactlyInAnyOrder(new MessageId(3, 0), new MessageId(1, 0));
    }
    assertThat(group.trace().violations()).isEmpty();
  }

  @Test
  void aServerIsNoClient() {
    assertThatThrownBy(() -> new OutsideOrigin(2, 3))
        .hasMessage("process 2 is one of 3 servers; clients have the numbers from 3 on");
  }

  private static void requireKept(
      SimulatedGroup.Factory factory, SimulatedGroup.Outside outside, boolean faults) {
    for (long seed = 0; seed < SEEDS; seed++) {
      SeedTrial trial = SeedTrial.withClients(seed, factory, outside);
      EnumSet<Property> violated = (faults ? trial.withFaults() : trial).violations();
      assertThat(violated).as("seed %s: %s", seed, trial).isEmpty();
    }
  }

  /** Takes all processes to have what a client has broadcast. */
  private static final class SilentCoordinator extends ChandraToueg {
    private SilentCoordinator(ProcessGroup group) {
      super(group);
    }

    @Override
    List<OrderMessage.Content> contentsFromOutside(OrderMessage.Batch batch) {
      return List.of();
    }
  }
}
