package dev.flotilla.client.dpws;

import dev.flotilla.client.RefusalReason;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * The calls of a client that are under way, and those that wait for room, or commands for a number
 * in the client's session: in order, each until its deadline. Calls that need no number pass
 * commands that wait for one.
 *
 * <p>Any thread may call. The monitor guards the fields, and the client's session; no call begins
 * or ends while it is held.
 */
final class CallLine {
  /** How late a call may learn that its deadline has passed. */
  static final int SWEEP_MILLIS = 50;

  /** How much later a command may learn it that waits for a session. */
  private static final int SESSION_GRACE_MILLIS = 500;

  /** Why a closed client refuses calls. */
  static final String CLOSED = "the client was closed";

  private static final String NO_NUMBER =
      SessionNumbers.MAX_COMMANDS
          + " commands of this client's session are unanswered, which is as many as a group keeps"
          + " apart; wait for some, or let more wait by maxWaitingCalls, or use another client";

  private final Schedule schedule;
  private final int maxUnderWay;
  private final int maxWaiting;
  private final Set<Call<?, ?>> underWay = new HashSet<>();
  private final ArrayDeque<Call<?, ?>> waiting = new ArrayDeque<>();
  private boolean sweeps;
  private boolean closed;

  /**
   * Starts without a call.
   *
   * @param maxUnderWay calls that may be under way; as many commands may wait for a session that is
   *     being opened, besides those that may wait
   * @param maxWaiting calls that may wait for others to end
   */
  CallLine(Schedule schedule, int maxUnderWay, int maxWaiting) {
    this.schedule = schedule;
    this.maxUnderWay = maxUnderWay;
    this.maxWaiting = maxWaiting;
  }

  /** Begins a call, lets it wait, or refuses it if there is room for neither. */
  void enter(Call<?, ?> call) {
    List<Call<?, ?>> begun = List.of();
    RefusalReason reason = RefusalReason.BUSY;
    String refusal = null;
    synchronized (this) {
      if (closed) {
        reason = RefusalReason.CLOSED;
        refusal = CLOSED;
      } else if ((waiting.isEmpty() || passesAll(call))
          && underWay.size() < maxUnderWay
          && call.isReady()) {
        underWay.add(call);
        begun = List.of(call);
      } else if (mayWait(call)) {
        waiting.add(call);
        begun = beginReady();
        sweepLater();
      } else {
        refusal = noRoom(call);
      }
    }
    if (refusal != null) {
      refuse(call, reason, refusal);
    }
    begun.forEach(Call::start);
  }

  /** A call under way has ended. What it says after its first end counts for nothing. */
  <R> void ended(Call<?, R> call, R end) {
    List<Call<?, ?>> begun;
    synchronized (this) {
      if (!underWay.remove(call)) {
        return;
      }
      call.settle(end);
      begun = waiting.isEmpty() ? List.of() : beginReady();
    }
    call.deliver(end);
    begun.forEach(Call::start);
  }

  /** Ends a call that is not under way, and waits no more. */
  <R> void refuse(Call<?, R> call, RefusalReason reason, String detail) {
    R end = call.refusal(reason, detail);
    List<Call<?, ?>> begun;
    synchronized (this) {
      call.settle(end);
      begun = waiting.isEmpty() ? List.of() : beginReady();
    }
    call.deliver(end);
    begun.forEach(Call::start);
  }

  /** Takes some of those that wait out of the line. */
  synchronized List<Call<?, ?>> withdraw(Predicate<Call<?, ?>> which) {
    List<Call<?, ?>> withdrawn = new ArrayList<>();
    waiting.removeIf(it -> which.test(it) && withdrawn.add(it));
    return withdrawn;
  }

  /** Ends all calls; those to come are refused. */
  void close() {
    List<Call<?, ?>> abandoned;
    synchronized (this) {
      closed = true;
      abandoned = List.copyOf(underWay);
    }
    withdraw(it -> true).forEach(it -> refuse(it, RefusalReason.CLOSED, CLOSED));
    abandoned.forEach(Call::abandon);
  }

  private List<Call<?, ?>> beginReady() {
    List<Call<?, ?>> begun = new ArrayList<>();
    long now = schedule.nanoTime();
    Iterator<Call<?, ?>> calls = waiting.iterator();
    while (underWay.size() < maxUnderWay && calls.hasNext()) {
      Call<?, ?> call = calls.next();
      // The sweep refuses the calls whose time is over.
      if (call.deadlineNanos() - now > 0 && call.isReady()) {
        calls.remove();
        underWay.add(call);
        begun.add(call);
      }
    }
    return begun;
  }

  private boolean passesAll(Call<?, ?> call) {
    return !call.needsNumber() && waiting.stream().allMatch(it -> it.needsNumber());
  }

  private boolean mayWait(Call<?, ?> call) {
    return call.waitsForSession()
        ? waiting.size() < maxUnderWay + maxWaiting
        : waiting.stream().filter(it -> !it.waitsForSession()).count() < maxWaiting;
  }

  private synchronized String noRoom(Call<?, ?> call) {
    if (call.waitsForSession()) {
      return (maxUnderWay + maxWaiting) + " commands wait for a session already";
    }
    return underWay.size() < maxUnderWay
        ? NO_NUMBER
        : "already "
            + maxUnderWay
            + " calls are under way in this client and "
            + maxWaiting
            + " may wait; wait for some, or raise maxPendingCalls or maxWaitingCalls";
  }

  private void sweepLater() {
    if (!sweeps && !waiting.isEmpty()) {
      sweeps = true;
      schedule.after(SWEEP_MILLIS, this::sweep);
    }
  }

  /**
   * The opening of a session refuses the commands that wait for it, and knows why. It may last
   * longer than some of them, as it has the limit of the command that came first.
   */
  private void sweep() {
    long now = schedule.nanoTime();
    long patientNanos = now - TimeUnit.MILLISECONDS.toNanos(SESSION_GRACE_MILLIS);
    List<Call<?, ?>> late;
    List<Call<?, ?>> withoutSession;
    synchronized (this) {
      late = withdraw(it -> it.deadlineNanos() - now <= 0 && !it.waitsForSession());
      withoutSession = withdraw(it -> it.deadlineNanos() - patientNanos <= 0);
      sweeps = false;
      sweepLater();
    }
    late.forEach(it -> refuse(it, RefusalReason.BUSY, "no room within its time: " + noRoom(it)));
    withoutSession.forEach(
        it -> refuse(it, RefusalReason.NO_LEADER, "no session was opened in time"));
  }
}
