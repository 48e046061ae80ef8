package dev.flotilla.order.protocol;

import dev.flotilla.order.MessageId;
import dev.flotilla.order.ProcessGroup;
import dev.flotilla.raft.model.Bytes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Total order by Lamport's clocks (Skeen's algorithm).
 *
 * <p>The origin sends a message to all. Each process answers with the logical time at which it
 * received it. The origin sends the largest of these times to all: the message's time stamp. A
 * process delivers in the order of time stamps. It delivers a message if none that has no time
 * stamp yet was received at an earlier time, since that one may still get a smaller time stamp.
 * Three steps, 3(n-1) messages.
 *
 * <p>Keeps TO1 to TO3 if no process crashes. If an origin crashes while it sends a time stamp, some
 * processes deliver the message, and others wait for ever: TO1 and TO2 are violated. With {@link
 * #crashed} the others go on, and TO3 is violated instead.
 */
public class Skeen implements Protocol {
  private final ProcessGroup group;
  private final Outbox outbox;
  private final Map<MessageId, Bytes> contents = new HashMap<>();

  /** Own messages for which answers are missing. */
  private final ReceiptTimes unanswered = new ReceiptTimes();

  /** When messages were received that have no time stamp yet. */
  private final Map<MessageId, Place> receivedAt = new HashMap<>();

  private final TreeSet<Place> pending = new TreeSet<>();
  private final TreeSet<Place> deliverable = new TreeSet<>();

  /** Messages of crashed processes that will get no time stamp. */
  private final TreeSet<MessageId> orphans = new TreeSet<>();

  private final Set<Integer> crashed = new HashSet<>();
  private long clock;
  private long broadcasts;

  /** A place in the order: equal times are ordered by the messages' identifications. */
  private record Place(long time, MessageId id) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      int byTime = Long.compare(time, other.time);
      return byTime != 0 ? byTime : id.compareTo(other.id);
    }
  }

  /** Begins at a process of a group that has not ordered anything. */
  public Skeen(ProcessGroup group) {
    this.group = group;
    this.outbox = new Outbox(group);
  }

  @Override
  public MessageId broadcast(Bytes content) {
    MessageId id = new MessageId(group.self(), broadcasts);
    broadcasts++;
    outbox.sendToOthers(new OrderMessage.Content(id, content));
    long time = received(id, content);
    Set<Integer> missing = new HashSet<>(group.others());
    missing.removeAll(crashed);
    unanswered.await(id, missing, time);
    stampComplete();
    return id;
  }

  @Override
  public void receive(int from, OrderMessage message) {
    if (message instanceof OrderMessage.Content content) {
      MessageId id = content.id();
      outbox.send(id.origin(), new OrderMessage.Received(id, received(id, content.body())));
    } else if (message instanceof OrderMessage.Received answer) {
      unanswered.answered(from, answer);
      stampComplete();
    } else if (message instanceof OrderMessage.Stamped stamp) {
      stamped(stamp.id(), stamp.time());
    } else {
      throw new IllegalArgumentException("Skeen's protocol has no message " + message);
    }
  }

  /**
   * Tells that a process has crashed for certain: a perfect failure detector, as the thesis assumes
   * for an extension. No answers of it are awaited, and its messages without a time stamp are
   * delivered after the next message that has one.
   */
  public void crashed(int process) {
    crashed.add(process);
    for (Place place : List.copyOf(pending)) {
      if (place.id().origin() == process) {
        pending.remove(place);
        receivedAt.remove(place.id());
        orphans.add(place.id());
      }
    }
    unanswered.crashed(process);
    stampComplete();
    deliverReady();
  }

  @Override
  public Outputs take() {
    return outbox.take();
  }

  private long received(MessageId id, Bytes content) {
    clock++;
    contents.put(id, content);
    if (crashed.contains(id.origin())) {
      orphans.add(id);
    } else {
      Place place = new Place(clock, id);
      receivedAt.put(id, place);
      pending.add(place);
    }
    return clock;
  }

  private void stampComplete() {
    for (OrderMessage.Stamped stamp : unanswered.takeComplete()) {
      outbox.sendToOthers(stamp);
      stamped(stamp.id(), stamp.time());
    }
  }

  private void stamped(MessageId id, long time) {
    witness(time);
    Place received = receivedAt.remove(id);
    if (received != null) {
      pending.remove(received);
    }
    orphans.remove(id);
    deliverable.add(new Place(time, id));
    deliverReady();
  }

  /** Whatever is received from now on gets a later time than this. */
  void witness(long time) {
    clock = Math.max(clock, time);
  }

  private void deliverReady() {
    while (!deliverable.isEmpty()
        && (pending.isEmpty() || deliverable.first().compareTo(pending.first()) < 0)) {
      Place first = deliverable.first();
      deliverable.remove(first);
      deliver(first.id());
      List.copyOf(orphans).forEach(this::deliver);
      orphans.clear();
    }
  }

  private void deliver(MessageId id) {
    Bytes content = contents.remove(id);
    if (content != null) {
      outbox.deliver(id, content);
    }
  }
}
