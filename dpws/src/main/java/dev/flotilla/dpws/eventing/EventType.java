package dev.flotilla.dpws.eventing;

import dev.flotilla.dpws.soap.BodyReader;
import dev.flotilla.dpws.soap.BodyWriter;
import dev.flotilla.dpws.soap.EmptyBody;
import dev.flotilla.dpws.soap.Operation;

/**
 * A kind of event: the action of its notifications, and how they are read and written. Immutable.
 *
 * @param action the WS-Addressing action, by which subscribers choose
 * @param reader reads events, at a sink
 * @param writer writes events, at a source
 * @param <T> the event; immutable
 */
public record EventType<T>(String action, BodyReader<T> reader, BodyWriter<T> writer) {
  /** Rejects an empty action. */
  public EventType {
    if (action.isBlank()) {
      throw new IllegalArgumentException("an event type needs an action");
    }
  }

  /** The one-way operation of a sink that takes these events. */
  public Operation<T, EmptyBody> notification() {
    return Operation.oneWay(action, reader, writer);
  }
}
