package dev.flotilla.node.request;

import dev.flotilla.node.outcome.InsertOutcome;
import dev.flotilla.node.sessions.AttemptKey;
import dev.flotilla.node.sessions.UsedUids;
import dev.flotilla.raft.model.ClientPayload;
import dev.flotilla.raft.model.LogPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A command that this server appended as leader, and the attempts that wait for its outcome.
 *
 * <p>Owned by the group thread until it is committed, by the apply thread from then on.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public final class PendingCommand {
  /** Attempts at one command that wait at once. */
  static final int MAX_ATTEMPTS = 64;

  private final LogPosition position;
  private final ClientPayload payload;
  private final Consumer<? super InsertOutcome> first;
  private @Nullable List<Insert> others;

  public PendingCommand(LogPosition position, Insert insert) {
    this.position = position;
    this.payload = insert.payload();
    this.first = insert.answer();
  }

  public LogPosition position() {
    return position;
  }

  ClientPayload payload() {
    return payload;
  }

  /** Lets one more attempt wait, or answers it at once. */
  public void join(Insert attempt) {
    if (!AttemptKey.isSame(attempt.payload(), payload)) {
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

  public void answer(InsertOutcome outcome) {
    Answers.give(first, outcome);
    if (others != null) {
      others.forEach(attempt -> attempt.answer(outcome));
    }
  }

  public int attempts() {
    return others == null ? 1 : 1 + others.size();
  }
}
