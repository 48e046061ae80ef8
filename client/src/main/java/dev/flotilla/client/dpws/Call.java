package dev.flotilla.client.dpws;

import static java.util.Objects.requireNonNull;

import dev.flotilla.client.RefusalReason;
import dev.flotilla.client.RetryPolicy;
import java.net.URI;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One call of a client, from its {@link CallLine} through as many attempts as its deadline allows
 * to its end.
 *
 * <p>The outcome follows safety rule 5: once an attempt may have been executed, the call can only
 * end with an answer or as unknown, however many refusals follow. Attempts are one after another;
 * each continues on the thread that the previous one ended on.
 *
 * @param <A> the answer of a leader
 * @param <R> how the call ends
 */
abstract class Call<A, R> implements Attempt<A> {
  /** A redirection costs nothing, but two servers may redirect to each other for a while. */
  static final int MAX_REDIRECTS_AT_ONCE = 3;

  /** With less time, another attempt would make a known refusal an unknown outcome, most likely. */
  static final int SHORTEST_RETRY_MILLIS = 50;

  /** How long a call looks often whether a server has been found. */
  private static final long SOON_FOUND_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final long LOOK_MILLIS = 5;

  /** What is known while there is no server. Any thread; must not block. */
  interface NoServer {
    /** Why, for the reason of a refusal. */
    String explanation();

    /**
     * Whether all servers that can be found are of another group.
     *
     * @param searchedNanos for how long the call has searched; what is older counts for nothing
     */
    boolean isFinal(long searchedNanos);
  }

  /**
   * What the calls of one client share.
   *
   * @param policy the waits between attempts
   * @param random for the waits
   */
  record Context(
      CallLine line,
      Schedule schedule,
      RetryPolicy policy,
      RandomGenerator random,
      PinnedGroup group,
      NoServer noServer) {}

  private final Context context;
  private final Targets servers;
  private final long deadlineNanos;
  private final CompletableFuture<R> end = new CompletableFuture<>();

  // Of one attempt after the other.
  private @Nullable URI asked;
  private RefusalReason lastReason = RefusalReason.NO_SERVER;
  private String lastDetail = "";
  private int redirects;
  private int waits;
  private OptionalLong firstSearchNanos = OptionalLong.empty();

  private volatile @Nullable String perhaps;

  // Guarded by this: once ended nothing is sent, and once sent the end cannot be a refusal.
  private boolean inFlight;
  private boolean ended;

  /**
   * Prepares a call.
   *
   * @param servers where to try
   * @param timeoutMillis the deadline, from now
   */
  Call(Context context, Targets servers, long timeoutMillis) {
    this.context = context;
    this.servers = servers;
    this.deadlineNanos = context.schedule.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
  }

  /** Sends to a server; one method of this call is called when that has ended. */
  abstract void attempt(URI server, long leftMillis);

  /** The end of a call whose every attempt was refused. */
  abstract R refusal(RefusalReason reason, String detail);

  /**
   * The end of a call of which an attempt may have been executed.
   *
   * @param reason of the last refusal, if another attempt was refused
   */
  abstract R uncertainty(RefusalReason reason, String detail);

  /**
   * Takes what the call needs besides room, with the monitor of the line; false if it must wait.
   */
  boolean isReady() {
    return true;
  }

  /** Whether the call needs a number in the client's session. */
  boolean needsNumber() {
    return false;
  }

  /** Whether the call waits for a session that is being opened; with the monitor of the line. */
  boolean waitsForSession() {
    return false;
  }

  /** Takes note of the end with the monitor of the line, before others begin. */
  void settle(R result) {}

  /** Tells the user of the end. */
  void deliver(R result) {
    end.complete(result);
  }

  /** How the call ends. */
  final CompletableFuture<R> end() {
    return end;
  }

  final long deadlineNanos() {
    return deadlineNanos;
  }

  /** Begins; it has its room. */
  final void start() {
    Optional<String> ambiguity = context.group.ambiguity();
    if (ambiguity.isPresent()) {
      finish(RefusalReason.WRONG_GROUP, ambiguity.get());
    } else {
      tryNext();
    }
  }

  /** Ends the call because its client closes; a request that is under way may be executed yet. */
  final void abandon() {
    boolean sent;
    synchronized (this) {
      sent = inFlight;
      ended = true;
    }
    if (sent) {
      context.line.ended(
          this,
          uncertainty(
              RefusalReason.CLOSED, "the client was closed while a server was being asked"));
    } else {
      finish(RefusalReason.CLOSED, CallLine.CLOSED);
    }
  }

  /** Ends with what a leader has answered. */
  final void end(R result) {
    servers.led(requireNonNull(asked));
    context.group.answered();
    context.line.ended(this, result);
  }

  @Override
  public final void notLeader(Optional<URI> leader) {
    URI server = returned();
    note(
        RefusalReason.NO_LEADER,
        server,
        leader.isPresent()
            ? "this server does not lead"
            : "this server does not lead, and knows no leader");
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

  @Override
  public final void refused(RefusalReason reason, String detail) {
    URI server = returned();
    if (reason == RefusalReason.INVALID
        || reason == RefusalReason.FORBIDDEN
        || reason == RefusalReason.SESSION_EXPIRED) {
      finish(reason, server + ": " + detail);
      return;
    }
    note(reason, server, detail);
    if (!isOfTheLeader(reason)) {
      servers.failed(server);
    }
    retryLater();
  }

  /** A leader that cannot yet is the one to ask again: when it leads no more, it says who does. */
  private static boolean isOfTheLeader(RefusalReason reason) {
    return reason == RefusalReason.BUSY
        || reason == RefusalReason.DISK_FULL
        || reason == RefusalReason.NOT_ACTIVATED;
  }

  @Override
  public final void perhaps(String detail) {
    URI server = requireNonNull(asked);
    perhaps = server + ": " + detail;
    returned();
    servers.failed(server);
    retryLater();
  }

  /** Forgets every attempt, so that the call can begin once more. */
  final void forget() {
    lastReason = RefusalReason.NO_SERVER;
    lastDetail = "";
    redirects = 0;
    waits = 0;
    firstSearchNanos = OptionalLong.empty();
  }

  /** What may have been executed by an attempt, in words; null if every one was refused. */
  final @Nullable String perhaps() {
    return perhaps;
  }

  final boolean isOverdue() {
    return leftMillis() <= 1;
  }

  private void tryNext() {
    long leftMillis = leftMillis();
    if (leftMillis <= 0) {
      finishLate();
      return;
    }
    Optional<URI> server = servers.target();
    if (server.isEmpty()) {
      searchOrEnd();
      return;
    }
    synchronized (this) {
      if (ended || end.isDone()) {
        return;
      }
      inFlight = true;
    }
    asked = server.get();
    try {
      attempt(server.get(), leftMillis);
    } catch (RuntimeException e) {
      // On a thread of the client nobody else would end the call.
      perhaps("the attempt failed: " + e);
    }
  }

  /** Searches even if this call ends: a later one has to know what is there then. */
  private void searchOrEnd() {
    long now = context.schedule.nanoTime();
    if (firstSearchNanos.isEmpty()) {
      firstSearchNanos = OptionalLong.of(now);
    }
    servers.search();
    noteNoServer();
    if (context.noServer.isFinal(now - firstSearchNanos.getAsLong())) {
      finish(RefusalReason.WRONG_GROUP, lastDetail);
    } else if (now - firstSearchNanos.getAsLong() < SOON_FOUND_NANOS) {
      // Most searches end within some milliseconds; looking again asks nobody again.
      context.schedule.after(Math.max(0, Math.min(LOOK_MILLIS, leftMillis())), this::tryNext);
    } else {
      retryLater();
    }
  }

  private void finishLate() {
    if (lastReason == RefusalReason.NO_SERVER && servers.target().isEmpty()) {
      noteNoServer(); // More may be known than at the last attempt.
    } else if (lastDetail.isEmpty()) {
      lastDetail = "the time of the call was over before a server was asked";
    }
    finish(lastReason, lastDetail);
  }

  private void noteNoServer() {
    lastReason = RefusalReason.NO_SERVER;
    lastDetail = "no server of the group was found: " + context.noServer.explanation();
  }

  private URI returned() {
    synchronized (this) {
      inFlight = false;
    }
    return requireNonNull(asked);
  }

  private void note(RefusalReason reason, URI server, String detail) {
    lastReason = reason;
    lastDetail = server + ": " + detail;
  }

  private void retryLater() {
    long left = Math.max(0, leftMillis());
    RetryPolicy policy = context.policy;
    long shortest = policy.min().toMillis();
    long limit = Math.max(shortest, policy.limit(waits).toMillis());
    waits++;
    long wait = context.random.nextLong(shortest, limit + 1L);
    context.schedule.after(left - wait < SHORTEST_RETRY_MILLIS ? left : wait, this::tryNext);
  }

  private void finish(RefusalReason reason, String detail) {
    String maybe = perhaps;
    context.line.ended(
        this,
        maybe == null ? refusal(reason, detail) : uncertainty(reason, maybe + "; then: " + detail));
  }

  private long leftMillis() {
    return TimeUnit.NANOSECONDS.toMillis(deadlineNanos - context.schedule.nanoTime());
  }
}
