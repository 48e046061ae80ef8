package dev.flotilla.node.request;

import dev.flotilla.node.loop.NodeLoop;
import dev.flotilla.node.outcome.InsertOutcome;
import dev.flotilla.node.sessions.UsedUids;
import dev.flotilla.raft.model.ClientPayload;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.LogPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to have a command executed, or a session opened; once this server has appended it as
 * leader, with the further attempts that wait for its outcome.
 *
 * <p>Owned by one thread at a time: the one that has taken it out of a queue; from the append to
 * the commitment the group thread, and then the apply thread.
 *
 * <p>Two are equal that are the same request: under one uid, or one number in a session.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public final class Insert implements ClientRequest {
  /** Attempts at one command that wait at once. */
  static final int MAX_ATTEMPTS = 64;

  private static final long NO_SESSION = 0;
  private static final long OPENING = -1;

  private final ClientPayload payload;
  private final int commandsVersion;
  private final Consumer<? super InsertOutcome> answer;

  /** The number in the session, if the command has one; then the uid does not count. */
  private final long sequence;

  private final long session;

  /** Where it was appended; the origin before. */
  private LogPosition position = LogPosition.ORIGIN;

  private @Nullable List<Insert> others;

  /** Of what every program knows. */
  public Insert(ClientPayload payload, Consumer<? super InsertOutcome> answer) {
    this(payload, 1, answer);
  }

  /**
   * An attempt that waits alone.
   *
   * @param commandsVersion since which version of the commands the command exists
   */
  public Insert(
      ClientPayload payload, int commandsVersion, Consumer<? super InsertOutcome> answer) {
    this.payload = payload;
    this.commandsVersion = commandsVersion;
    this.answer = answer;
    if (payload instanceof Command command && command.session().isPresent()) {
      session = command.session().get().session();
      sequence = command.session().get().sequence();
    } else {
      session = payload instanceof Command ? NO_SESSION : OPENING;
      sequence = session;
    }
  }

  public ClientPayload payload() {
    return payload;
  }

  public int commandsVersion() {
    return commandsVersion;
  }

  @Override
  public int sizeBytes() {
    return payload.sizeBytes();
  }

  /** This server has appended it. */
  public Insert appendedAt(LogPosition place) {
    position = place;
    return this;
  }

  /** Where this server has appended it. */
  public LogPosition position() {
    return position;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Insert insert
        && session == insert.session
        && sequence == insert.sequence
        && (session > NO_SESSION || payload.uid().equals(insert.payload.uid()));
  }

  @Override
  public int hashCode() {
    return session > NO_SESSION
        ? 31 * Long.hashCode(session) + Long.hashCode(sequence)
        : payload.uid().hashCode();
  }

  /** Lets one more attempt wait, or answers it at once. */
  public void join(Insert attempt) {
    if (!isSame(attempt.payload, payload)) {
      attempt.answer(UsedUids.otherCommand(payload));
      return;
    }
    if (others == null) {
      others = new ArrayList<>(1);
    }
    if (others.size() + 1 >= MAX_ATTEMPTS) {
      attempt.answer(
          new InsertOutcome.Busy(MAX_ATTEMPTS + " attempts at one command wait already"));
      return;
    }
    others.add(attempt);
  }

  /** Whether both, under one key, ask for the same. */
  private static boolean isSame(ClientPayload one, ClientPayload other) {
    if (one instanceof Command command && other instanceof Command otherCommand) {
      return command.isSameRequest(otherCommand);
    }
    return one.equals(other);
  }

  public void answer(InsertOutcome outcome) {
    NodeLoop.callBack(answer, outcome);
    if (others != null) {
      others.forEach(attempt -> attempt.answer(outcome));
    }
  }

  public int attempts() {
    return others == null ? 1 : 1 + others.size();
  }
}
