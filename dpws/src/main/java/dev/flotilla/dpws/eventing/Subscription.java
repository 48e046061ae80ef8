package dev.flotilla.dpws.eventing;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.eventing.EventingMessages.Expires;
import dev.flotilla.dpws.eventing.SubscriptionEnd.Cause;
import dev.flotilla.dpws.http.client.CallFailure;
import dev.flotilla.dpws.http.client.SoapCaller;
import dev.flotilla.dpws.soap.EmptyBody;
import dev.flotilla.dpws.soap.Exchange;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.soap.SoapFault;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A subscription of a sink. It renews itself when half of its time is over, and tries again until
 * the time is over if the source cannot be reached. Any thread; nothing blocks.
 */
public final class Subscription {
  private static final Duration MIN_RENEWAL_PAUSE = Duration.ofMillis(200);
  private static final Duration MAX_RENEWAL_PAUSE = Duration.ofHours(12);

  private final EventLoops loops;
  private final SoapCaller caller;
  private final CallbackQueue callbacks;
  private final Duration callTimeout;
  private final Duration asked;
  private final Consumer<Subscription> whenEnded;
  private final CompletableFuture<SubscriptionEnd> ended = new CompletableFuture<>();

  private @Nullable EventTarget manager;
  private long expiresNanos;
  private boolean isOver;

  /**
   * A subscription that its source has not accepted yet.
   *
   * @param callbacks runs its handlers
   * @param callTimeout for each request to the source
   */
  Subscription(
      EventLoops loops,
      SoapCaller caller,
      CallbackQueue callbacks,
      Duration callTimeout,
      Duration asked,
      Consumer<Subscription> whenEnded) {
    this.loops = loops;
    this.caller = caller;
    this.callbacks = callbacks;
    this.callTimeout = callTimeout;
    this.asked = asked;
    this.whenEnded = whenEnded;
  }

  /**
   * Completes on the sink's executor when the subscription has ended, after the handlers of all
   * events that arrived before.
   */
  public CompletionStage<SubscriptionEnd> ended() {
    return ended.copy();
  }

  /** Asks the source how long the subscription lasts; fails if the source does not know it. */
  public CompletionStage<Duration> status() {
    return call(EventingOperations.GET_STATUS_OPERATION, EmptyBody.EMPTY)
        .thenApply(expires -> left(expires, Duration.ZERO));
  }

  /** Asks for the whole time again, beside the renewals that it makes itself. */
  public CompletionStage<Duration> renew() {
    return call(EventingOperations.RENEW_OPERATION, new Expires(Expiration.after(asked).text()))
        .thenApply(this::renewed);
  }

  /** Ends the subscription here at once; completes when the source has confirmed it. */
  public CompletionStage<EmptyBody> unsubscribe() {
    if (!end(new SubscriptionEnd(Cause.UNSUBSCRIBED, "")) || manager() == null) {
      return CompletableFuture.completedFuture(EmptyBody.EMPTY);
    }
    return call(EventingOperations.UNSUBSCRIBE_OPERATION, EmptyBody.EMPTY);
  }

  /** The source has accepted it. */
  void begin(EventTarget subscriptionManager, Duration granted) {
    if (granted.isNegative() || granted.isZero()) {
      throw new IllegalArgumentException("the source grants no time");
    }
    synchronized (this) {
      manager = subscriptionManager;
      expiresNanos = loops.nanoTime() + granted.toNanos();
    }
    renewAfter(granted.dividedBy(2));
  }

  /** An event has arrived. */
  void received(Runnable handler, Exchange<EmptyBody> notification) {
    if (isOver()) {
      notification.fault(SoapFault.sender("the subscription is over"));
    } else {
      callbacks.offer(handler, notification);
    }
  }

  /** The source says that it is over. */
  void endedBySource(SubscriptionEnd end, Exchange<EmptyBody> notification) {
    notification.answer(EmptyBody.EMPTY);
    end(end);
  }

  private boolean end(SubscriptionEnd end) {
    synchronized (this) {
      if (isOver) {
        return false;
      }
      isOver = true;
    }
    whenEnded.accept(this);
    callbacks.last(() -> ended.complete(end));
    return true;
  }

  private void renewAfter(Duration pause) {
    Duration atLeast = pause.compareTo(MIN_RENEWAL_PAUSE) < 0 ? MIN_RENEWAL_PAUSE : pause;
    Duration next = atLeast.compareTo(MAX_RENEWAL_PAUSE) > 0 ? MAX_RENEWAL_PAUSE : atLeast;
    loops.after(next, this::renewInTime);
  }

  private void renewInTime() {
    if (isOver()) {
      return;
    }
    var unused =
        renew()
            .whenComplete(
                (left, failure) -> {
                  if (failure != null) {
                    renewalFailed(failure);
                  } else if (left.isNegative() || left.isZero()) {
                    end(new SubscriptionEnd(Cause.NOT_RENEWED, "the source grants no time"));
                  } else {
                    renewAfter(left.dividedBy(2));
                  }
                });
  }

  private void renewalFailed(Throwable failure) {
    Duration left = left();
    if (isRefusal(failure) || left.isZero()) {
      end(new SubscriptionEnd(Cause.NOT_RENEWED, String.valueOf(failure.getMessage())));
    } else {
      renewAfter(left.dividedBy(4));
    }
  }

  private Duration renewed(Expires granted) {
    Duration left = left(granted, asked);
    synchronized (this) {
      expiresNanos = loops.nanoTime() + left.toNanos();
    }
    return left;
  }

  private synchronized Duration left() {
    long nanos = expiresNanos - loops.nanoTime();
    return nanos <= 0 ? Duration.ZERO : Duration.ofNanos(nanos);
  }

  private <Q, A> CompletionStage<A> call(Operation<Q, A> operation, Q request) {
    EventTarget target = manager();
    if (target == null) {
      return CompletableFuture.failedFuture(
          new IllegalStateException("the source has not accepted the subscription yet"));
    }
    return caller.call(target.url(), target.reference(), operation, request, callTimeout);
  }

  private synchronized @Nullable EventTarget manager() {
    return manager;
  }

  private synchronized boolean isOver() {
    return isOver;
  }

  private static Duration left(Expires expires, Duration ifUnknown) {
    return expires.expires() == null
        ? ifUnknown
        : Expiration.parse(expires.expires()).from(Instant.now());
  }

  private static boolean isRefusal(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return cause instanceof CallFailure call && call.kind() == CallFailure.Kind.FAULT;
  }
}
