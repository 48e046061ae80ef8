package dev.flotilla.dpws.eventing;

import dev.flotilla.dpws.soap.SoapFaultException;
import java.net.InetAddress;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The subscriptions of a source by their identifiers, within its limits. Those that are over leave
 * whenever somebody looks.
 *
 * <p>Addresses share the places: when all are taken, an address takes that of the newest
 * subscription of the address with the most, if that has at least two more. So one host cannot keep
 * others out. Any thread, under one short lock.
 */
final class SubscriptionTable {
  private final EventSourceSettings settings;

  // In the order in which they were added.
  private final Map<String, SourceSubscription> subscriptions = new LinkedHashMap<>();
  private boolean closed;

  SubscriptionTable(EventSourceSettings settings) {
    this.settings = settings;
  }

  /**
   * Adds a subscription.
   *
   * @return the one that has lost its place to it, for the caller to end
   * @throws SoapFaultException if there are too many, or the source is closed
   */
  synchronized Optional<SourceSubscription> add(String identifier, SourceSubscription subscription)
      throws SoapFaultException {
    requireRoom(subscription.subscriber());
    Optional<SourceSubscription> evicted =
        isFull()
            ? ofGreedier(subscription.subscriber()).map(subscriptions::remove)
            : Optional.empty();
    subscriptions.put(identifier, subscription);
    return evicted;
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
    long own = countBySubscriber().getOrDefault(subscriber, 0L);
    if (own >= settings.maxSubscriptionsPerAddress()) {
      throw EventingFaults.unableToProcess(
          "there are " + own + " subscriptions from this address, the most that are accepted");
    }
    if (isFull() && ofGreedier(subscriber).isEmpty()) {
      throw EventingFaults.unableToProcess(
          "there are " + subscriptions.size() + " subscriptions, the most that are accepted");
    }
  }

  private boolean isFull() {
    return subscriptions.size() >= settings.maxSubscriptions();
  }

  /** The newest subscription of the address with the most, unless this one has nearly as many. */
  private Optional<String> ofGreedier(InetAddress subscriber) {
    Map<InetAddress, Long> counts = countBySubscriber();
    long most = Collections.max(counts.values());
    if (most <= counts.getOrDefault(subscriber, 0L) + 1) {
      return Optional.empty();
    }
    return subscriptions.entrySet().stream()
        .filter(entry -> counts.getOrDefault(entry.getValue().subscriber(), 0L) == most)
        .reduce((before, newer) -> newer)
        .map(Map.Entry::getKey);
  }

  private Map<InetAddress, Long> countBySubscriber() {
    return subscriptions.values().stream()
        .collect(Collectors.groupingBy(SourceSubscription::subscriber, Collectors.counting()));
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
