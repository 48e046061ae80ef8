package dev.flotilla.node.sessions;

import dev.flotilla.raft.model.ClientPayload;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.SessionTag;

/**
 * What attempts have in common that are the same request: a uid, or a number in a session.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public record AttemptKey(String uid, long session, long sequence) {
  private static final long NO_SESSION = 0;
  private static final long OPENING = -1;

  public static AttemptKey of(ClientPayload payload) {
    if (payload instanceof Command command) {
      return command
          .session()
          .map(AttemptKey::of)
          .orElseGet(() -> new AttemptKey(command.uid(), NO_SESSION, NO_SESSION));
    }
    return new AttemptKey(payload.uid(), OPENING, OPENING);
  }

  private static AttemptKey of(SessionTag tag) {
    return new AttemptKey("", tag.session(), tag.sequence());
  }

  /** Whether both, under one key, ask for the same. */
  public static boolean isSame(ClientPayload one, ClientPayload other) {
    if (one instanceof Command command && other instanceof Command otherCommand) {
      return command.isSameRequest(otherCommand);
    }
    return one.equals(other);
  }
}
