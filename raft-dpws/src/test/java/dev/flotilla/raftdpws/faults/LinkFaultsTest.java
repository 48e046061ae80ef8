package dev.flotilla.raftdpws.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.MessageSender;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.message.TimeoutNow;
import dev.flotilla.raft.message.TimeoutNowResponse;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Messages to two members over a network that records them, with time moved by hand. */
class LinkFaultsTest {
  private static final Member FIRST = member(1);
  private static final Member SECOND = member(2);

  private final List<String> arrived = new ArrayList<>();
  private final List<Runnable> waiting = new ArrayList<>();
  private final List<Long> delays = new ArrayList<>();
  private final MessageSender network =
      (to, message) -> arrived.add((to.equals(FIRST) ? "first " : "second ") + sequence(message));
  private final LinkFaults faulty = new LinkFaults(network, this::later, 7);

  @Test
  void aCutLosesRequestsAndAnswersOfOneDirection() {
    faulty.set(FIRST.id(), LinkFault.CUT);

    faulty.send(FIRST, new TimeoutNow(1, 1));
    faulty.send(FIRST, new TimeoutNowResponse(1, 2));
    faulty.send(SECOND, new TimeoutNow(1, 3));

    assertThat(arrived).containsExactly("second 3");
  }

  @Test
  void aMendedLinkCarriesMessagesAgain() {
    faulty.set(FIRST.id(), LinkFault.CUT);
    faulty.send(FIRST, new TimeoutNow(1, 1));
    faulty.set(FIRST.id(), LinkFault.NONE);
    faulty.send(FIRST, new TimeoutNow(1, 2));

    assertThat(arrived).containsExactly("first 2");
  }

  @Test
  void aFaultOfAllReplacesThoseOfSome() {
    faulty.set(FIRST.id(), LinkFault.NONE);
    faulty.setAll(LinkFault.CUT);
    faulty.send(FIRST, new TimeoutNow(1, 1));
    faulty.send(SECOND, new TimeoutNow(1, 2));
    faulty.set(SECOND.id(), LinkFault.NONE);
    faulty.send(FIRST, new TimeoutNow(1, 3));
    faulty.send(SECOND, new TimeoutNow(1, 4));

    assertThat(arrived).containsExactly("second 4");
  }

  @Test
  void lossFollowsItsProbability() {
    faulty.set(FIRST.id(), new LinkFault(0.3, 0));

    for (int i = 0; i < 10_000; i++) {
      faulty.send(FIRST, new TimeoutNow(1, i));
    }

    assertThat(arrived).hasSizeBetween(6_800, 7_200);
  }

  @Test
  void theSameSeedLosesTheSameMessages() {
    List<String> once = survivors(3);

    assertThat(survivors(3)).isEqualTo(once);
    assertThat(survivors(4)).isNotEqualTo(once);
  }

  private List<String> survivors(long seed) {
    arrived.clear();
    LinkFaults seeded = new LinkFaults(network, this::later, seed);
    seeded.set(FIRST.id(), new LinkFault(0.5, 0));
    for (int i = 0; i < 100; i++) {
      seeded.send(FIRST, new TimeoutNow(1, i));
    }
    return List.copyOf(arrived);
  }

  @Test
  void aDelayedMessageIsSentWhenItsTimeHasCome() {
    faulty.set(FIRST.id(), new LinkFault(0, 50));
    faulty.send(FIRST, new TimeoutNow(1, 1));
    faulty.send(SECOND, new TimeoutNow(1, 2));
    assertThat(arrived).containsExactly("second 2");

    waiting.forEach(Runnable::run);

    assertThat(arrived).containsExactly("second 2", "first 1");
    assertThat(delays).containsExactly(TimeUnit.MILLISECONDS.toNanos(50));
  }

  @Test
  void moreDelayedMessagesThanTheBoundAreLost() {
    faulty.set(FIRST.id(), new LinkFault(0, 50));
    for (int i = 0; i < LinkFaults.MAX_DELAYED + 5; i++) {
      faulty.send(FIRST, new TimeoutNow(1, i));
    }
    assertThat(waiting).hasSize(LinkFaults.MAX_DELAYED);

    waiting.forEach(Runnable::run);
    faulty.send(FIRST, new TimeoutNow(1, 9));

    assertThat(waiting).hasSize(LinkFaults.MAX_DELAYED + 1);
  }

  private void later(Runnable task, long nanos) {
    waiting.add(task);
    delays.add(nanos);
  }

  private static long sequence(Message message) {
    return message instanceof TimeoutNow request
        ? request.sequence()
        : ((TimeoutNowResponse) message).sequence();
  }

  private static Member member(long number) {
    return new Member(new NodeId(new UUID(0, number)), new Incarnation(0, number));
  }
}
