package dev.flotilla.dpws.eventing;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.eventing.EventingMessages.Ended;
import dev.flotilla.dpws.eventing.SubscriptionEnd.Cause;
import dev.flotilla.dpws.http.client.CallFailure;
import dev.flotilla.dpws.http.client.SoapCaller;
import dev.flotilla.dpws.soap.EndpointReference;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One subscription at a source, with the events that wait for its sink.
 *
 * <p>One event is under way at a time: the next one goes when the sink has accepted it, so that the
 * order is kept. An event is sent again if its connection breaks (once, because a sink may close
 * idle connections) or the sink has no room (for as long as it may take to accept an event).
 * Everything else ends the subscription. Of a feed the next event is fetched when nothing waits.
 * Any thread; nothing blocks.
 */
final class SourceSubscription {
  private static final Logger LOG = LoggerFactory.getLogger(SourceSubscription.class);
  private static final Duration OVERLOAD_PAUSE = Duration.ofMillis(200);

  private final Parties parties;
  private final EventLoops loops;
  private final SoapCaller caller;
  private final EventSourceSettings settings;
  private final ArrayDeque<QueuedEvent<?>> waiting = new ArrayDeque<>();
  private final CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();
  private long queuedBytes;
  private long expiresNanos;
  private boolean sending;
  private boolean fetching;
  private boolean isOver;

  /** Where further events come from, if anywhere. */
  private @Nullable QueuedFeed<?> feed;

  /** What ends it when nothing waits any more. */
  private @Nullable SubscriptionEnd pendingEnd;

  /**
   * Who takes part.
   *
   * @param subscriber the IP address that has subscribed
   * @param manager names this subscription
   * @param notifyTo where events go
   * @param endTo where its SubscriptionEnd is sent, if anywhere
   * @param actions the events that are wanted
   */
  record Parties(
      InetAddress subscriber,
      EndpointReference manager,
      EventTarget notifyTo,
      @Nullable EventTarget endTo,
      Set<String> actions) {}

  SourceSubscription(
      Parties parties,
      EventLoops loops,
      SoapCaller caller,
      EventSourceSettings settings,
      Duration granted) {
    this.parties = parties;
    this.loops = loops;
    this.caller = caller;
    this.settings = settings;
    renew(granted);
  }

  InetAddress subscriber() {
    return parties.subscriber();
  }

  EndpointReference manager() {
    return parties.manager();
  }

  boolean wants(String action) {
    return parties.actions().contains(action);
  }

  /** Completes when it is over and its end has been told, or could not be. */
  CompletableFuture<@Nullable Void> ended() {
    return ended;
  }

  synchronized void renew(Duration granted) {
    expiresNanos = loops.nanoTime() + granted.toNanos();
  }

  /** How long it is still valid; zero if it is over. */
  synchronized Duration left() {
    long nanos = expiresNanos - loops.nanoTime();
    return isOver || nanos <= 0 ? Duration.ZERO : Duration.ofNanos(nanos);
  }

  /** Fetches events from now on, whenever nothing else waits. At most once. */
  void follow(QueuedFeed<?> events) {
    synchronized (this) {
      feed = events;
    }
    sendNext();
  }

  /** Takes an event for its sink, or ends because too much waits already. */
  void offer(QueuedEvent<?> event) {
    SubscriptionEnd overflow = null;
    synchronized (this) {
      if (isOver || pendingEnd != null) {
        return;
      }
      if (hasRoom(event)) {
        waiting.add(event);
        queuedBytes += event.bytes();
      } else {
        overflow = new SubscriptionEnd(Cause.DELIVERY_FAILURE, "more events wait than are kept");
      }
    }
    if (overflow == null) {
      sendNext();
    } else {
      end(overflow);
    }
  }

  /** Ends it without a message: its sink knows. */
  void forget() {
    synchronized (this) {
      close();
    }
    ended.complete(null);
  }

  /** Ends it at once, with a message that says why. */
  void cancel(String reason) {
    end(new SubscriptionEnd(Cause.SOURCE_CANCELLING, reason));
  }

  /** Ends it when all events that wait have been delivered. */
  void endAfterDelivery(SubscriptionEnd end) {
    synchronized (this) {
      pendingEnd = end;
    }
    sendNext();
  }

  private boolean hasRoom(QueuedEvent<?> event) {
    return waiting.size() < settings.maxQueuedEvents()
        && queuedBytes + event.bytes() <= settings.maxQueuedBytes();
  }

  private void sendNext() {
    QueuedEvent<?> next;
    SubscriptionEnd end;
    QueuedFeed<?> fetched = null;
    synchronized (this) {
      if (isOver || sending) {
        return;
      }
      if (left().isZero()) {
        close(); // Expired: no SubscriptionEnd is sent (WS-Eventing 3.1).
      }
      next = waiting.peek();
      end = pendingEnd;
      sending = next != null;
      if (next == null && end == null && !isOver && !fetching) {
        fetched = feed;
        fetching = feed != null;
      }
    }
    if (isOver()) {
      ended.complete(null);
    } else if (next != null) {
      send(next, loops.nanoTime());
    } else if (end != null) {
      end(end);
    } else if (fetched != null) {
      fetch(fetched);
    }
  }

  private void fetch(QueuedFeed<?> from) {
    var unused =
        from.next()
            .whenComplete(
                (event, failure) -> {
                  if (failure == null) {
                    fetched(event);
                  } else {
                    String reason = String.valueOf(rootOf(failure).getMessage());
                    end(new SubscriptionEnd(Cause.SOURCE_CANCELLING, reason));
                  }
                });
  }

  private void fetched(QueuedEvent<?> event) {
    synchronized (this) {
      fetching = false;
      if (!isOver) {
        waiting.add(event);
      }
    }
    sendNext();
  }

  private void send(QueuedEvent<?> event, long sinceNanos) {
    send(event, sinceNanos, 1);
  }

  private void send(QueuedEvent<?> event, long sinceNanos, int attempt) {
    var unused =
        event
            .sendTo(parties.notifyTo(), caller, settings.deliveryTimeout())
            .whenComplete(
                (accepted, failure) -> {
                  if (failure == null) {
                    delivered(event);
                  } else {
                    failed(event, sinceNanos, attempt, failure);
                  }
                });
  }

  private void delivered(QueuedEvent<?> event) {
    synchronized (this) {
      sending = false;
      if (!isOver) {
        waiting.remove();
        queuedBytes -= event.bytes();
      }
    }
    sendNext();
  }

  private void failed(QueuedEvent<?> event, long sinceNanos, int attempt, Throwable failure) {
    CallFailure.Kind kind = kindOf(failure);
    long spentNanos = loops.nanoTime() - sinceNanos;
    boolean hasTime = spentNanos < settings.deliveryTimeout().toNanos();
    if (isOver()) {
      return;
    }
    if (kind == CallFailure.Kind.BROKEN && attempt == 1) {
      send(event, sinceNanos, attempt + 1);
    } else if (kind == CallFailure.Kind.OVERLOADED && hasTime) {
      loops.after(OVERLOAD_PAUSE, () -> send(event, sinceNanos, attempt + 1));
    } else {
      LOG.debug("Subscription of {} failed", parties.subscriber(), failure);
      end(new SubscriptionEnd(Cause.DELIVERY_FAILURE, "an event could not be delivered"));
    }
  }

  private void end(SubscriptionEnd end) {
    synchronized (this) {
      if (isOver) {
        return;
      }
      close();
    }
    LOG.info("Subscription of {} ended: {}", parties.subscriber(), end);
    EventTarget endTo = parties.endTo();
    if (endTo == null) {
      ended.complete(null);
      return;
    }
    QueuedEvent<Ended> message =
        QueuedEvent.of(
            EventingOperations.SUBSCRIPTION_END_OPERATION, new Ended(parties.manager(), end));
    var unused =
        message
            .sendTo(endTo, caller, settings.deliveryTimeout())
            .whenComplete((accepted, failure) -> ended.complete(null));
  }

  private synchronized boolean isOver() {
    return isOver;
  }

  private void close() {
    isOver = true;
    waiting.clear();
    queuedBytes = 0;
    if (feed != null) {
      feed.feed().close();
      feed = null;
    }
  }

  private static CallFailure.@Nullable Kind kindOf(Throwable failure) {
    return rootOf(failure) instanceof CallFailure call ? call.kind() : null;
  }

  private static Throwable rootOf(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : null;
    return cause == null ? failure : cause;
  }
}
