package dev.flotilla.dpws.eventing;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The types of events that a sink wants, and what is done with each event. Immutable.
 *
 * <p>Handlers are called on the sink's executor: one at a time for each subscription, in the order
 * in which the events arrive.
 */
public final class EventHandlers {
  private final Map<String, Handler<?>> handlers;

  private EventHandlers(Map<String, Handler<?>> handlers) {
    this.handlers = Map.copyOf(handlers);
  }

  /** Starts with no type. */
  public static Builder builder() {
    return new Builder();
  }

  /** The handlers by action. */
  Map<String, Handler<?>> byAction() {
    return handlers;
  }

  /** A type of events with its handler. */
  record Handler<T>(EventType<T> type, Consumer<? super T> action) {}

  /** Collects handlers. Not thread-safe. */
  public static final class Builder {
    private final Map<String, Handler<?>> handlers = new LinkedHashMap<>();

    private Builder() {}

    /** Adds a type of events. */
    public <T> Builder on(EventType<T> type, Consumer<? super T> handler) {
      if (handlers.putIfAbsent(type.action(), new Handler<>(type, handler)) != null) {
        throw new IllegalArgumentException("two handlers for the action " + type.action());
      }
      return this;
    }

    /** The handlers; refuses none, and more than a source compares. */
    public EventHandlers build() {
      if (handlers.isEmpty() || handlers.size() > ActionFilter.MAX_ACTIONS) {
        throw new IllegalArgumentException(
            "a subscription has 1 to "
                + ActionFilter.MAX_ACTIONS
                + " types of events, not "
                + handlers.size());
      }
      return new EventHandlers(handlers);
    }
  }
}
