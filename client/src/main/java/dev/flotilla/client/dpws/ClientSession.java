package dev.flotilla.client.dpws;

import dev.flotilla.client.CommandOutcome.Refused;
import dev.flotilla.client.RefusalReason;
import dev.flotilla.raft.model.OpenSession;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The session in which a client numbers its commands. It is opened with the first of them (thesis
 * §6.3; safety rule 6); those that come meanwhile wait for it, and later ones need no other call
 * than their own. Where the group knows no sessions yet, commands go without one, under uids as
 * others use them.
 *
 * <p>An outcome that stays unknown ends a session for later commands: its place is kept, so that it
 * can be asked for again, and what came after it there would be kept by the group, too.
 *
 * <p>Guarded by the monitor of the client's {@link CallLine}.
 */
final class ClientSession {
  /** So long no session is asked for after the group has said that it knows none. */
  static final int WITHOUT_SESSION_MILLIS = 2_000;

  final Call.Context context;
  final ServerCalls calls;
  final Targets servers;

  private @Nullable SessionNumbers numbers;
  private boolean opening;
  private String openingUid = CommandCall.bareUid();
  private OptionalLong withoutUntilNanos = OptionalLong.empty();

  /** Starts without a session. */
  ClientSession(Call.Context context, ServerCalls calls, Targets servers) {
    this.context = context;
    this.calls = calls;
    this.servers = servers;
  }

  /** Gives a command its number or has it go without; false if it must wait for that. */
  boolean admits(CommandCall command) {
    SessionNumbers open = numbers;
    if (open != null && !open.isOver()) {
      Optional<Long> next = open.next();
      next.ifPresent(sequence -> command.number(open, sequence));
      return next.isPresent();
    }
    long now = context.schedule().nanoTime();
    if (withoutUntilNanos.isPresent() && withoutUntilNanos.getAsLong() - now > 0) {
      command.goBare();
      return true;
    }
    if (!opening) {
      opening = true;
      long leftMillis = TimeUnit.NANOSECONDS.toMillis(command.deadlineNanos() - now);
      Opening call = new Opening(Math.max(1, leftMillis));
      // No call may begin with the monitor of the line.
      context.schedule().after(0, () -> context.line().enter(call));
    }
    return false;
  }

  boolean isBeingOpened() {
    return opening;
  }

  private void begin(Optional<Long> id) {
    if (id.isPresent()) {
      numbers = new SessionNumbers(id.get());
      // If that one is lost, another is meant.
      openingUid = CommandCall.bareUid();
    } else {
      withoutUntilNanos =
          OptionalLong.of(
              context.schedule().nanoTime()
                  + TimeUnit.MILLISECONDS.toNanos(WITHOUT_SESSION_MILLIS));
    }
  }

  /**
   * Opens a session. It lasts as long as the command may that came first; the others may wait for
   * another one.
   */
  private final class Opening extends Call<Optional<Long>, Optional<Refused>> {
    private final OpenSession request = new OpenSession(openingUid);
    private Optional<Long> id = Optional.empty();
    private List<Call<?, ?>> vain = List.of();

    Opening(long timeoutMillis) {
      super(ClientSession.this.context, servers, timeoutMillis);
    }

    @Override
    void attempt(URI server, long leftMillis) {
      calls.open(server, request, context.group().id(), leftMillis, this);
    }

    @Override
    public void answered(Optional<Long> session) {
      id = session;
      end(Optional.empty());
    }

    @Override
    Optional<Refused> refusal(RefusalReason reason, String detail) {
      return Optional.of(new Refused(reason, detail));
    }

    @Override
    Optional<Refused> uncertainty(RefusalReason reason, String detail) {
      return refusal(RefusalReason.NO_LEADER, "no session was opened in time: " + detail);
    }

    @Override
    void settle(Optional<Refused> refusal) {
      boolean isForGood = refusal.filter(it -> !isAWait(it.reason())).isPresent();
      vain = context.line().withdraw(it -> it.waitsForSession() && (isForGood || it.isOverdue()));
      opening = false;
      if (refusal.isEmpty()) {
        begin(id);
      }
    }

    private static boolean isAWait(RefusalReason reason) {
      return switch (reason) {
        case NO_SERVER, NO_LEADER, BUSY, DISK_FULL, NOT_ACTIVATED -> true;
        default -> false;
      };
    }

    @Override
    void deliver(Optional<Refused> refusal) {
      Refused why =
          refusal.orElse(new Refused(RefusalReason.NO_LEADER, "no session was opened in time"));
      vain.forEach(it -> context.line().refuse(it, why.reason(), why.detail()));
    }
  }
}
