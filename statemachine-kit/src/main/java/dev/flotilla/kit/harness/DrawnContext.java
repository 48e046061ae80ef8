package dev.flotilla.kit.harness;

import dev.flotilla.node.statemachine.SessionEnd;
import dev.flotilla.raft.model.LogPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Log time, sessions and their ends, drawn for one entry after another. */
final class DrawnContext {
  private static final int SESSIONS = 3;
  private static final int ENTRIES_PER_PAUSE = 8;
  private static final int MAX_PAUSE_MILLIS = 20_000;
  private static final int COMMANDS_PER_END = 8;
  private static final int ENDS_PER_UNKNOWN_SESSION = 4;

  private final RandomGenerator random;
  private final List<Long> sessions = new ArrayList<>();
  private long opened;
  private long timeMillis;

  DrawnContext(RandomGenerator random) {
    this.random = random;
  }

  /** The log time of the entry that was drawn last. */
  long timeMillis() {
    return timeMillis;
  }

  /** The session of a command: one of some that have not ended. */
  long session() {
    while (sessions.size() < SESSIONS) {
      sessions.add(++opened);
    }
    return sessions.get(random.nextInt(SESSIONS));
  }

  /** Goes on to the entry of the next command; returns the ends after the entry before it. */
  List<SessionEnd> endsBetween(long indexBefore, LogPosition next) {
    List<SessionEnd> ends = new ArrayList<>();
    if (next.index() > indexBefore + 1 && random.nextBoolean()) {
      goOn();
      ends.add(end(new LogPosition(indexBefore + 1, next.term())));
    }
    goOn();
    if (random.nextInt(COMMANDS_PER_END) == 0) {
      ends.add(end(next));
    }
    return ends;
  }

  private void goOn() {
    timeMillis += random.nextInt(3);
    timeMillis += random.nextInt(ENTRIES_PER_PAUSE) == 0 ? random.nextInt(MAX_PAUSE_MILLIS) : 0;
  }

  /** Some clients open a session and send no command. */
  private SessionEnd end(LogPosition position) {
    boolean isUnknown = sessions.isEmpty() || random.nextInt(ENDS_PER_UNKNOWN_SESSION) == 0;
    long session = isUnknown ? ++opened : sessions.remove(random.nextInt(sessions.size()));
    return new SessionEnd(position, timeMillis, session);
  }
}
