package dev.flotilla.client.dpws;

import dev.flotilla.client.CommandOutcome;
import dev.flotilla.client.CommandOutcome.Reason;
import dev.flotilla.client.Submission;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.OpenSession;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Commands that the client numbers itself, in a session that it opens with the first of them
 * (thesis §6.3; safety rule 6). Those that come meanwhile wait for it; later ones need no other
 * call than their own.
 *
 * <p>A command that its session has expired for was executed by nobody if every attempt was
 * refused, and then it goes into the next session. Where the group knows no sessions yet, commands
 * go without one, under uids as others use them.
 *
 * <p>An outcome that stays unknown ends a session for later commands: its place is kept, so that it
 * can be asked for again, and what came after it there would be kept by the group, too.
 *
 * <p>Any thread may call. The monitor guards the fields and is never held during a call.
 */
final class NumberedCommands {
  /** So long no session is asked for after the group has said that it knows none. */
  static final int WITHOUT_SESSION_MILLIS = 2_000;

  private static final String TOO_MANY =
      SessionNumbers.MAX_COMMANDS
          + " commands of this client's session are unanswered, which is as many as a group keeps"
          + " apart; wait for some, or let more wait by maxWaitingCalls, or use another client";

  /** What this needs of the client; both end within the time given, and never fail. */
  interface Calls {
    /** Opens a session; answered with none if the group knows no sessions. */
    CompletionStage<CallEnd<Optional<Long>>> open(OpenSession request, long timeoutMillis);

    /**
     * Inserts a command.
     *
     * @param command asked anew for each attempt
     * @param expired told when its session has expired
     */
    CompletionStage<CommandOutcome> insert(
        Supplier<Command> command, Runnable expired, long timeoutMillis);
  }

  private record Order(
      String name, Bytes parameters, long deadlineNanos, CompletableFuture<Submission> end) {}

  private final Calls calls;
  private final Schedule schedule;
  private final int maxWaiting;

  /** Those that wait for a number; not bounded by {@link #maxWaiting}. */
  private final WaitingLine line;

  private final ArrayDeque<Order> waiting = new ArrayDeque<>();
  private @Nullable SessionNumbers session;
  private boolean opening;
  private String openingUid = bareUid();
  private Optional<Long> withoutUntilNanos = Optional.empty();

  /**
   * Starts without a session.
   *
   * @param maxOpening commands that may wait for a session besides those for which there is none
   * @param maxWaiting commands that may wait for a number
   */
  NumberedCommands(Calls calls, Schedule schedule, int maxOpening, int maxWaiting) {
    this.calls = calls;
    this.line = new WaitingLine(schedule, maxWaiting);
    this.schedule = schedule;
    this.maxWaiting = maxOpening + maxWaiting;
  }

  CompletionStage<Submission> submit(String name, Bytes parameters, long timeoutMillis) {
    long deadline = schedule.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    Order order = new Order(name, parameters, deadline, new CompletableFuture<>());
    admit(order);
    return order.end();
  }

  private void admit(Order order) {
    step(order).run();
  }

  private synchronized Runnable step(Order order) {
    SessionNumbers open = session;
    if (open != null && !open.isOver()) {
      return () -> number(order, open);
    }
    if (withoutUntilNanos.filter(until -> until - schedule.nanoTime() > 0).isPresent()) {
      return () -> insertWithout(order);
    }
    if (waiting.size() >= maxWaiting) {
      return () -> refuse(order, Reason.BUSY, maxWaiting + " commands wait for a session already");
    }
    waiting.add(order);
    if (opening) {
      return () -> {};
    }
    opening = true;
    OpenSession request = new OpenSession(openingUid);
    return () -> calls.open(request, leftMillis(order)).thenAccept(this::opened);
  }

  private void opened(CallEnd<Optional<Long>> end) {
    List<Order> orders;
    synchronized (this) {
      opening = false;
      if (end instanceof CallEnd.Answered<Optional<Long>> answered) {
        begin(answered.answer());
      }
      orders = List.copyOf(waiting);
      waiting.clear();
    }
    orders.forEach(order -> goOn(order, end));
  }

  private synchronized void begin(Optional<Long> id) {
    if (id.isPresent()) {
      session = new SessionNumbers(id.get());
      // If that one is lost, another is meant.
      openingUid = bareUid();
    } else {
      withoutUntilNanos =
          Optional.of(schedule.nanoTime() + TimeUnit.MILLISECONDS.toNanos(WITHOUT_SESSION_MILLIS));
    }
  }

  /** A call lasts as long as the eldest that waits may; the others may wait for another. */
  private void goOn(Order order, CallEnd<Optional<Long>> end) {
    if (end instanceof CallEnd.Refused<Optional<Long>> refused
        && (isOverdue(order) || !isAWait(refused.reason()))) {
      refuse(order, refused.reason(), refused.detail());
    } else if (end instanceof CallEnd.Unknown<Optional<Long>> unknown && isOverdue(order)) {
      refuse(order, Reason.NO_LEADER, "no session was opened in time: " + unknown.detail());
    } else {
      admit(order);
    }
  }

  private static boolean isAWait(Reason reason) {
    return reason == Reason.NO_SERVER || reason == Reason.NO_LEADER;
  }

  private void number(Order order, SessionNumbers numbers) {
    if (!line.enter(new WaitingOrder(order, numbers))) {
      refuse(order, Reason.BUSY, TOO_MANY);
    }
  }

  /** A command that is sent as soon as there is a number for it. */
  private final class WaitingOrder implements WaitingLine.Waiter {
    private final Order order;
    private final SessionNumbers numbers;

    WaitingOrder(Order order, SessionNumbers numbers) {
      this.order = order;
      this.numbers = numbers;
    }

    @Override
    public long deadlineNanos() {
      return order.deadlineNanos();
    }

    @Override
    public boolean tryBegin() {
      if (numbers.isOver()) {
        admit(order);
        return true;
      }
      Optional<Long> next = numbers.next();
      next.ifPresent(sequence -> send(order, numbers, sequence));
      return next.isPresent();
    }

    @Override
    public void late() {
      refuse(order, Reason.BUSY, "no room within its time: " + TOO_MANY);
    }
  }

  /** Nobody waits for a number any more. */
  void close() {
    line.close();
  }

  private void send(Order order, SessionNumbers numbers, long sequence) {
    Command command =
        new Command(SessionUid.of(numbers.session(), sequence), order.name(), order.parameters());
    calls
        .insert(() -> command.in(numbers.tag(sequence)), numbers::leave, leftMillis(order))
        .thenAccept(outcome -> ended(order, numbers, sequence, command.uid(), outcome));
  }

  private void ended(
      Order order, SessionNumbers numbers, long sequence, String uid, CommandOutcome outcome) {
    if (outcome instanceof CommandOutcome.Unknown) {
      numbers.leave();
    } else {
      numbers.answered(sequence);
    }
    line.roomMade();
    boolean isNeverExecuted =
        outcome instanceof CommandOutcome.Refused refused
            && refused.reason() == Reason.SESSION_EXPIRED;
    if (isNeverExecuted && !isOverdue(order)) {
      admit(order);
    } else {
      order.end().complete(new Submission(uid, outcome));
    }
  }

  private void insertWithout(Order order) {
    Command command = new Command(bareUid(), order.name(), order.parameters());
    calls
        .insert(() -> command, () -> {}, leftMillis(order))
        .thenAccept(outcome -> order.end().complete(new Submission(command.uid(), outcome)));
  }

  private static void refuse(Order order, Reason reason, String detail) {
    order.end().complete(new Submission(bareUid(), new CommandOutcome.Refused(reason, detail)));
  }

  private boolean isOverdue(Order order) {
    return leftMillis(order) <= 1;
  }

  private long leftMillis(Order order) {
    return Math.max(1, TimeUnit.NANOSECONDS.toMillis(order.deadlineNanos() - schedule.nanoTime()));
  }

  private static String bareUid() {
    return "urn:uuid:" + UUID.randomUUID();
  }
}
