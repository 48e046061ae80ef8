package dev.flotilla.order.protocol;

import dev.flotilla.order.MessageId;
import dev.flotilla.order.ProcessGroup;
import dev.flotilla.raft.model.Bytes;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;

/**
 * Total order by one process that numbers all messages.
 *
 * <p>The origin sends a message to all. The sequencer, process 0, sends the identification of each
 * message and its number to all. A process delivers in the order of numbers, once it has number and
 * message. Two steps, 2(n-1) messages.
 *
 * <p>Keeps TO1 to TO3 if no process crashes. If the sequencer crashes while it sends a number, some
 * processes deliver the message and others never do (TO1, TO2); the order is never violated.
 */
public class Sequencer implements Protocol {
  private static final int SEQUENCER = 0;

  private final ProcessGroup group;
  private final Outbox outbox;
  private final Map<MessageId, Bytes> contents = new HashMap<>();

  /** What is not delivered yet; without gaps, since the channel of the sequencer keeps order. */
  private final TreeMap<Long, MessageId> order = new TreeMap<>();

  private long broadcasts;
  private long numbered;

  /** Begins at a process of a group that has not ordered anything. */
  public Sequencer(ProcessGroup group) {
    this.group = group;
    this.outbox = new Outbox(group);
  }

  @Override
  public MessageId broadcast(Bytes content) {
    MessageId id = new MessageId(group.self(), broadcasts);
    broadcasts++;
    outbox.sendToOthers(new OrderMessage.Content(id, content));
    received(id, content);
    return id;
  }

  @Override
  public void receive(int from, OrderMessage message) {
    if (message instanceof OrderMessage.Content content) {
      received(content.id(), content.body());
    } else if (message instanceof OrderMessage.Numbered place) {
      order.put(place.number(), place.id());
      deliverReady();
    } else {
      throw new IllegalArgumentException("the sequencer protocol has no message " + message);
    }
  }

  @Override
  public Outputs take() {
    return outbox.take();
  }

  private void received(MessageId id, Bytes content) {
    contents.put(id, content);
    if (group.self() == SEQUENCER) {
      order.put(numbered, id);
      outbox.sendToOthers(new OrderMessage.Numbered(id, numbered));
      numbered++;
    }
    deliverReady();
  }

  private void deliverReady() {
    for (Iterator<MessageId> places = order.values().iterator(); places.hasNext(); ) {
      MessageId id = places.next();
      Bytes content = contents.get(id);
      if (content != null) {
        places.remove();
        contents.remove(id);
        outbox.deliver(id, content);
      } else if (waitsForEarlier()) {
        return;
      }
    }
  }

  /** Whether a message waits for those with smaller numbers; a test shows what happens if not. */
  boolean waitsForEarlier() {
    return true;
  }
}
