package dev.flotilla.client.dpws;

import dev.flotilla.client.CommandOutcome.Reason;
import dev.flotilla.client.GroupClient;
import dev.flotilla.client.RetryPolicy;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * One call of a client, through as many attempts as its deadline allows.
 *
 * <p>The outcome follows safety rule 5: once an attempt may have been executed, the call can only
 * end with an answer or as unknown, however many refusals follow. Attempts are one after another;
 * each continues on the thread that the previous one completed on.
 *
 * @param <T> the answer of a leader
 */
final class RetryingCall<T> {
  /** A redirection costs nothing, but two servers may redirect to each other for a while. */
  static final int MAX_REDIRECTS_AT_ONCE = 3;

  /** With less time, another attempt would make a known refusal an unknown outcome, most likely. */
  static final int SHORTEST_RETRY_MILLIS = 50;

  private final Targets servers;
  private final BiFunction<URI, Long, CompletionStage<AttemptOutcome<T>>> attempt;
  private final Schedule schedule;
  private final RetryPolicy policy;
  private final RandomGenerator random;
  private final long deadlineNanos;
  private final Supplier<String> whyNoServer;
  private final CompletableFuture<CallEnd<T>> end = new CompletableFuture<>();

  private volatile Reason lastReason = Reason.NO_SERVER;
  private volatile String lastDetail = "";
  private volatile Optional<String> perhaps = Optional.empty();
  private int redirects;
  private int waits;
  // Guarded by this: once ended nothing is sent, and once sent the end cannot be a refusal.
  private boolean inFlight;
  private boolean ended;

  /**
   * Prepares a call.
   *
   * @param servers where to try
   * @param attempt sends to a server with a time limit in milliseconds; its stage never fails
   * @param schedule the time
   * @param policy the waits
   * @param random for the waits
   * @param timeoutMillis the deadline, from now
   * @param whyNoServer why no server may be known, for the reason of a refusal
   */
  RetryingCall(
      Targets servers,
      BiFunction<URI, Long, CompletionStage<AttemptOutcome<T>>> attempt,
      Schedule schedule,
      RetryPolicy policy,
      RandomGenerator random,
      long timeoutMillis,
      Supplier<String> whyNoServer) {
    this.servers = servers;
    this.attempt = attempt;
    this.schedule = schedule;
    this.policy = policy;
    this.random = random;
    this.whyNoServer = whyNoServer;
    this.deadlineNanos = schedule.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
  }

  CompletionStage<CallEnd<T>> start() {
    tryNext();
    return end;
  }

  /** Ends the call because its client closes; a request that is under way may be executed yet. */
  void abandon() {
    boolean sent;
    synchronized (this) {
      sent = inFlight;
      ended = true;
    }
    if (sent) {
      end.complete(new CallEnd.Unknown<>("the client was closed while a server was being asked"));
    } else {
      finish(Reason.CLOSED, "the client was closed");
    }
  }

  private void tryNext() {
    long leftMillis = leftMillis();
    if (leftMillis <= 0) {
      finishLate();
      return;
    }
    Optional<URI> server = servers.target();
    if (server.isEmpty()) {
      noteNoServer();
      servers.search();
      retryLater();
      return;
    }
    if (!mayCall()) {
      return;
    }
    attempt.apply(server.get(), leftMillis).thenAccept(outcome -> attempted(server.get(), outcome));
  }

  private void finishLate() {
    if (lastDetail.isEmpty() && servers.target().isEmpty()) {
      noteNoServer();
    } else if (lastDetail.isEmpty()) {
      lastDetail = "the time of the call was over before a server was asked";
    }
    finish(lastReason, lastDetail);
  }

  private void noteNoServer() {
    lastReason = Reason.NO_SERVER;
    lastDetail = "no server of the group was found: " + whyNoServer.get();
  }

  private void attempted(URI server, AttemptOutcome<T> outcome) {
    if (outcome instanceof AttemptOutcome.Perhaps<T> maybe) {
      perhaps = Optional.of(server + ": " + maybe.detail());
    }
    returned();
    if (outcome instanceof AttemptOutcome.Answered<T> answered) {
      servers.led(server);
      end.complete(new CallEnd.Answered<>(answered.answer()));
    } else if (outcome instanceof AttemptOutcome.NotLeader<T> notLeader) {
      redirected(server, notLeader.leader());
    } else if (outcome instanceof AttemptOutcome.NotNow<T> notNow) {
      note(notNow.reason(), server, notNow.detail());
      if (!isOfALeader(notNow.reason())) {
        servers.failed(server);
      }
      retryLater();
    } else if (outcome instanceof AttemptOutcome.Never<T> never) {
      finish(never.reason(), server + ": " + never.detail());
    } else {
      servers.failed(server);
      retryLater();
    }
  }

  /** Then it is the one to ask again: when it leads no more, it says who does. */
  private static boolean isOfALeader(Reason reason) {
    return reason == Reason.BUSY || reason == Reason.DISK_FULL;
  }

  private void redirected(URI server, Optional<URI> leader) {
    note(
        Reason.NO_LEADER,
        server,
        leader.isPresent() ? "this server does not lead" : GroupClient.KNOWS_NO_LEADER);
    servers.redirected(server, leader);
    redirects++;
    // Who names itself leads, and could not confirm it just now.
    boolean isElsewhere = leader.isPresent() && !leader.get().equals(server);
    if (isElsewhere && redirects <= MAX_REDIRECTS_AT_ONCE) {
      tryNext();
    } else {
      redirects = 0;
      retryLater();
    }
  }

  private synchronized boolean mayCall() {
    inFlight = !ended;
    return inFlight;
  }

  private synchronized void returned() {
    inFlight = false;
  }

  private void note(Reason reason, URI server, String detail) {
    lastReason = reason;
    lastDetail = server + ": " + detail;
  }

  private void retryLater() {
    long left = Math.max(0, leftMillis());
    long limit = Math.max(policy.minMillis(), policy.limitMillis(waits));
    waits++;
    long wait = random.nextLong(policy.minMillis(), limit + 1L);
    schedule.after(left - wait < SHORTEST_RETRY_MILLIS ? left : wait, this::tryNext);
  }

  private void finish(Reason reason, String detail) {
    if (perhaps.isPresent()) {
      end.complete(new CallEnd.Unknown<>(perhaps.get() + "; then: " + detail));
    } else {
      end.complete(new CallEnd.Refused<>(reason, detail));
    }
  }

  private long leftMillis() {
    return TimeUnit.NANOSECONDS.toMillis(deadlineNanos - schedule.nanoTime());
  }
}
