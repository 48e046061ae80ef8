package dev.flotilla.dpws.eventing;

import dev.flotilla.dpws.soap.SoapFaultException;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The subscriptions of a source by their identifiers, within its limits. Those that are over leave
 * whenever somebody looks. Any thread, under one short lock.
 */
final class SubscriptionTable {
  private final EventSourceSettings settings;
  private final Map<String, SourceSubscription> subscriptions = new HashMap<>();
  private boolean closed;

  SubscriptionTable(EventSourceSettings settings) {
    this.settings = settings;
  }

  /**
   * Adds a subscription.
   *
   * @throws SoapFaultException if there are too many, or the source is closed
   */
  synchronized void add(String identifier, SourceSubscription subscription)
      throws SoapFaultException {
    requireRoom(subscription.subscriber());
    subscriptions.put(identifier, subscription);
  }

  /**
   * Refuses a subscriber for whom there is no room.
   *
   * @throws SoapFaultException if there are too many, or the source is closed
   */
  synchronized void requireRoom(InetAddress subscriber) throws SoapFaultException {
    removeOver();
    if (closed) {
      throw EventingFaults.unableToProcess("the event source is closed");
    }
    if (subscriptions.size() >= settings.maxSubscriptions()) {
      throw EventingFaults.unableToProcess(
          "there are " + subscriptions.size() + " subscriptions, the most that are accepted");
    }
    long own =
        subscriptions.values().stream().filter(it -> it.subscriber().equals(subscriber)).count();
    if (own >= settings.maxSubscriptionsPerAddress()) {
      throw EventingFaults.unableToProcess(
          "there are " + own + " subscriptions from this address, the most that are accepted");
    }
  }

  synchronized Optional<SourceSubscription> find(String identifier) {
    removeOver();
    return Optional.ofNullable(subscriptions.get(identifier));
  }

  synchronized Optional<SourceSubscription> remove(String identifier) {
    removeOver();
    return Optional.ofNullable(subscriptions.remove(identifier));
  }

  synchronized List<SourceSubscription> all() {
    removeOver();
    return List.copyOf(subscriptions.values());
  }

  /** Accepts no more. */
  synchronized List<SourceSubscription> close() {
    closed = true;
    return all();
  }

  private void removeOver() {
    subscriptions.values().removeIf(subscription -> subscription.left().isZero());
  }
}
