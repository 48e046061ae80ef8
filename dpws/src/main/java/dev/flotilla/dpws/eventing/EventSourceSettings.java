package dev.flotilla.dpws.eventing;

import java.time.Duration;

/**
 * What a source does for its subscribers, and what it refuses.
 *
 * @param maxSubscriptions subscriptions at a time; a further Subscribe is answered with a fault
 * @param maxSubscriptionsPerAddress the same for the subscribers of one IP address
 * @param maxQueuedEvents events that wait for one sink, the one under way included; a subscription
 *     for which more would wait ends
 * @param maxQueuedBytes the same in bytes, as the events are on the wire
 * @param maxExpiration the longest time that is granted at once; subscribers renew
 * @param deliveryTimeout how long a sink may take to accept one event; then its subscription ends
 * @param sinks where events may go
 */
public record EventSourceSettings(
    int maxSubscriptions,
    int maxSubscriptionsPerAddress,
    int maxQueuedEvents,
    long maxQueuedBytes,
    Duration maxExpiration,
    Duration deliveryTimeout,
    SinkPolicy sinks) {
  /**
   * 64 subscriptions, 8 for an address, 1,000 events and 256 KiB waiting for each, 1 hour, 5 s to
   * accept an event, sinks on the subscriber's own IP address.
   */
  public static final EventSourceSettings DEFAULT =
      new EventSourceSettings(
          64,
          8,
          1_000,
          256 << 10,
          Duration.ofHours(1),
          Duration.ofSeconds(5),
          SinkPolicy.onSubscribersHost());

  /** Rejects what could never serve a subscriber. */
  public EventSourceSettings {
    require(maxSubscriptions >= 1, "maxSubscriptions is at least 1");
    require(maxSubscriptionsPerAddress >= 1, "maxSubscriptionsPerAddress is at least 1");
    require(maxQueuedEvents >= 1, "maxQueuedEvents is at least 1");
    require(maxQueuedBytes >= 1, "maxQueuedBytes is at least 1");
    require(maxExpiration.toMillis() >= 1, "maxExpiration is at least 1 ms");
    require(
        maxExpiration.compareTo(Expiration.MAX_DURATION) <= 0, "maxExpiration is at most 365 days");
    require(deliveryTimeout.toMillis() >= 1, "deliveryTimeout is at least 1 ms");
  }

  /** The same with other numbers of subscriptions: in all, and for an address. */
  public EventSourceSettings withSubscriptions(int inAll, int perAddress) {
    return new EventSourceSettings(
        inAll, perAddress, maxQueuedEvents, maxQueuedBytes, maxExpiration, deliveryTimeout, sinks);
  }

  /** The same with another queue for each subscription. */
  public EventSourceSettings withQueue(int events, long bytes) {
    return new EventSourceSettings(
        maxSubscriptions,
        maxSubscriptionsPerAddress,
        events,
        bytes,
        maxExpiration,
        deliveryTimeout,
        sinks);
  }

  /** The same with another longest expiration. */
  public EventSourceSettings withMaxExpiration(Duration longest) {
    return new EventSourceSettings(
        maxSubscriptions,
        maxSubscriptionsPerAddress,
        maxQueuedEvents,
        maxQueuedBytes,
        longest,
        deliveryTimeout,
        sinks);
  }

  /** The same with another time for a sink to accept an event. */
  public EventSourceSettings withDeliveryTimeout(Duration timeout) {
    return new EventSourceSettings(
        maxSubscriptions,
        maxSubscriptionsPerAddress,
        maxQueuedEvents,
        maxQueuedBytes,
        maxExpiration,
        timeout,
        sinks);
  }

  /** The same with another rule for where events may go. */
  public EventSourceSettings withSinks(SinkPolicy policy) {
    return new EventSourceSettings(
        maxSubscriptions,
        maxSubscriptionsPerAddress,
        maxQueuedEvents,
        maxQueuedBytes,
        maxExpiration,
        deliveryTimeout,
        policy);
  }

  private static void require(boolean condition, String rule) {
    if (!condition) {
      throw new IllegalArgumentException(rule);
    }
  }
}
