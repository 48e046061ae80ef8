package dev.flotilla.client.dpws;

import static java.util.Objects.requireNonNull;

import dev.flotilla.client.Answer;
import dev.flotilla.client.CommandOutcome;
import dev.flotilla.client.RefusalReason;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import java.net.URI;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A command on its way. One that has no uid yet gets a number in the client's {@link ClientSession}
 * when it begins, or a uid without a session where the group knows none.
 *
 * <p>If every attempt was refused because the session has expired, nobody has executed the command,
 * and it goes into the next session.
 */
final class CommandCall extends Call<Answer, CommandOutcome> {
  private final ClientSession session;
  private final String name;
  private final Bytes parameters;
  private final int commandsVersion;

  // Set with the monitor of the line, before the call begins: a command, or a place in a session.
  private @Nullable Command bare;
  private @Nullable SessionNumbers numbers;
  private long sequence;
  private @Nullable String uid;

  /** A command that is to be numbered. */
  CommandCall(
      ClientSession session,
      String name,
      Bytes parameters,
      int commandsVersion,
      long timeoutMillis) {
    super(session.context, session.servers, timeoutMillis);
    this.session = session;
    this.name = name;
    this.parameters = parameters;
    this.commandsVersion = commandsVersion;
  }

  /** A command that is sent as it is. */
  CommandCall(ClientSession session, Command command, int commandsVersion, long timeoutMillis) {
    this(session, command.command(), command.parameters(), commandsVersion, timeoutMillis);
    this.bare = command;
    this.uid = command.uid();
  }

  static String bareUid() {
    return "urn:uuid:" + UUID.randomUUID();
  }

  /** Gives it its place in a session; with the monitor of the line. */
  void number(SessionNumbers inSession, long number) {
    numbers = inSession;
    sequence = number;
    uid = SessionUid.of(inSession.session(), number);
  }

  /** Has it go without a session; with the monitor of the line. */
  void goBare() {
    bare = new Command(bareUid(), name, parameters);
    uid = bare.uid();
  }

  @Override
  boolean isReady() {
    return bare != null || session.admits(this);
  }

  @Override
  boolean needsNumber() {
    return bare == null;
  }

  @Override
  boolean waitsForSession() {
    return needsNumber() && session.isBeingOpened();
  }

  @Override
  void attempt(URI server, long leftMillis) {
    session.calls.insert(
        server, command(), commandsVersion, session.context.group().id(), leftMillis, this);
  }

  private Command command() {
    SessionNumbers in = numbers;
    return in == null
        ? requireNonNull(bare)
        : new Command(requireNonNull(uid), name, parameters, Optional.of(in.tag(sequence)));
  }

  @Override
  public void answered(Answer answer) {
    end(new CommandOutcome.Executed(requireNonNull(uid), answer));
  }

  @Override
  CommandOutcome refusal(RefusalReason reason, String detail) {
    return new CommandOutcome.Refused(uid(), reason, detail);
  }

  @Override
  CommandOutcome uncertainty(RefusalReason reason, String detail) {
    return new CommandOutcome.Unknown(uid(), detail);
  }

  private String uid() {
    return uid == null ? bareUid() : uid;
  }

  @Override
  void settle(CommandOutcome outcome) {
    if (numbers == null) {
      return;
    }
    boolean isUnknown = outcome instanceof CommandOutcome.Unknown;
    if (!isUnknown) {
      numbers.answered(sequence);
    }
    if (isUnknown
        || (outcome instanceof CommandOutcome.Refused refused
            && refused.reason() == RefusalReason.SESSION_EXPIRED)) {
      numbers.leave();
    }
  }

  @Override
  void deliver(CommandOutcome outcome) {
    if (outcome instanceof CommandOutcome.Refused refused
        && refused.reason() == RefusalReason.SESSION_EXPIRED
        && numbers != null
        && !isOverdue()) {
      numbers = null;
      uid = null;
      forget();
      session.context.line().enter(this);
    } else {
      super.deliver(outcome);
    }
  }
}
