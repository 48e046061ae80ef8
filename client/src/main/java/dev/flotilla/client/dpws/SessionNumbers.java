package dev.flotilla.client.dpws;

import dev.flotilla.raft.model.SessionTag;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The numbers of one session's commands, and which of them have their answers.
 *
 * <p>A command whose outcome stays unknown is never acknowledged, so that it can be sent again for
 * as long as the session lives. The group remembers whatever has a later number than it, so that
 * commands to come belong into another session. Any thread; each method is atomic.
 */
final class SessionNumbers {
  /** From the lowest unanswered command on, as many as the group remembers of one session. */
  static final int MAX_COMMANDS = 1_024;

  private final long session;
  private final TreeSet<Long> unanswered = new TreeSet<>();
  private long last;
  private boolean over;

  SessionNumbers(long session) {
    this.session = session;
  }

  long session() {
    return session;
  }

  /** The next number; empty if the group would remember no more. */
  synchronized Optional<Long> next() {
    if (last + 1 - lowestUnanswered() >= MAX_COMMANDS) {
      return Optional.empty();
    }
    last++;
    unanswered.add(last);
    return Optional.of(last);
  }

  /** What a command says of itself now. */
  synchronized SessionTag tag(long sequence) {
    return new SessionTag(session, sequence, lowestUnanswered());
  }

  /** The client knows how the command ended. */
  synchronized void answered(long sequence) {
    unanswered.remove(sequence);
  }

  /** Another session is needed: this one has expired, or an outcome in it stays unknown. */
  synchronized void leave() {
    over = true;
  }

  synchronized boolean isOver() {
    return over;
  }

  private long lowestUnanswered() {
    return unanswered.isEmpty() ? last + 1 : unanswered.first();
  }
}
