package dev.flotilla.sim;

import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.SessionEnd;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.model.ActivateVersion;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.OpenSession;
import dev.flotilla.raft.model.ProtocolVersions;
import dev.flotilla.raft.model.SessionTag;
import dev.flotilla.raft.model.WitnessEntry;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * What of the log is to be executed, decided a second time and as simply as can be (safety rule 6):
 * it forgets nothing but what is answered, and has no snapshots, restarts, batches or bounds, which
 * the simulation does not reach.
 *
 * <p>The committed entries are known from what leaders send, since each is sent before it is
 * executed, unless a leader is alone: then the check waits until they are.
 */
final class SessionTwin {
  private static final long IDLE_MILLIS = 15 * 60 * 1000;

  private static final class Session {
    private final Set<Long> executed = new HashSet<>();
    private long lowestUnanswered = 1;
    private long usedMillis;
    private boolean hasEnded;

    boolean isAlive(long timeMillis) {
      return timeMillis - usedMillis <= IDLE_MILLIS;
    }

    boolean isNew(SessionTag tag) {
      lowestUnanswered = Math.max(lowestUnanswered, tag.lowestUnanswered());
      return tag.sequence() >= lowestUnanswered && executed.add(tag.sequence());
    }
  }

  private record Sent(Entry entry, LogPosition previous) {}

  private final Map<LogPosition, Sent> sent = new HashMap<>();
  private final ArrayDeque<LogPosition> executed = new ArrayDeque<>();
  private final Map<Long, Session> sessions = new HashMap<>();
  private final Map<String, Long> opened = new HashMap<>();
  private final Set<String> bareUids = new HashSet<>();
  private LogPosition walked = LogPosition.ORIGIN;
  private int version = ProtocolVersions.FIRST;

  /** What machines are to be told of, and have not been: the index of the end, by session. */
  private final Map<Long, Long> endsToTell = new HashMap<>();

  private int checkedEnds;

  void sent(AppendEntries append) {
    LogPosition previous = append.previous();
    for (Entry entry : append.entries()) {
      if (!(entry.payload() instanceof WitnessEntry)) {
        sent.putIfAbsent(entry.position(), new Sent(entry, previous));
      }
      previous = entry.position();
    }
  }

  /** The next command in the order of execution. */
  void checkExecuted(CommittedCommand command) {
    executed.add(command.position());
    for (Entry entry : wayTo(command.position())) {
      boolean isNext = entry.position().equals(executed.peek());
      if (isToBeExecuted(entry) != isNext) {
        throw new Violation(
            "executed-as-the-log-says",
            entry
                + (isNext ? " is executed" : " is not executed, and it is the first of its kind"));
      }
      if (isNext) {
        executed.remove();
      }
    }
  }

  /** Sees that machines were told of all sessions that have ended so far, and of no others. */
  void checkEnds(List<SessionEnd> told) {
    while (checkedEnds < told.size()
        && told.get(checkedEnds).position().index() <= walked.index()) {
      SessionEnd end = told.get(checkedEnds);
      checkedEnds++;
      if (!Objects.equals(endsToTell.remove(end.session()), end.position().index())) {
        throw new Violation("ended-as-the-log-says", end + " is told, and the session lives on");
      }
    }
    if (!endsToTell.isEmpty()) {
      throw new Violation("ended-as-the-log-says", "nobody is told of the ends of " + endsToTell);
    }
  }

  private void end(Entry entry) {
    sessions.forEach(
        (id, session) -> {
          if (!session.hasEnded && !session.isAlive(entry.timeMillis())) {
            session.hasEnded = true;
            if (version >= ProtocolVersions.SESSION_ENDS) {
              endsToTell.put(id, entry.index());
            }
          }
        });
  }

  /** The entries after the last one that was looked at; none while one of them is not known. */
  private ArrayDeque<Entry> wayTo(LogPosition last) {
    ArrayDeque<Entry> way = new ArrayDeque<>();
    LogPosition at = last;
    while (!at.equals(walked)) {
      Sent here = sent.get(at);
      if (here == null) {
        return new ArrayDeque<>();
      }
      way.push(here.entry());
      at = here.previous();
    }
    walked = last;
    return way;
  }

  private boolean isToBeExecuted(Entry entry) {
    if (entry.payload() instanceof ActivateVersion activation) {
      version = Math.max(version, activation.version());
    }
    if (entry.payload() instanceof OpenSession open) {
      end(entry);
      open(entry, open);
      return false;
    }
    if (!(entry.payload() instanceof Command command)) {
      return false;
    }
    if (command.session().isEmpty()) {
      return bareUids.add(command.uid());
    }
    end(entry);
    SessionTag tag = command.session().get();
    Session session = sessions.get(tag.session());
    if (session == null || !session.isAlive(entry.timeMillis())) {
      return false;
    }
    session.usedMillis = entry.timeMillis();
    return session.isNew(tag);
  }

  private void open(Entry entry, OpenSession open) {
    Session session = sessions.get(opened.getOrDefault(open.uid(), 0L));
    if (session == null || !session.isAlive(entry.timeMillis())) {
      session = new Session();
      opened.put(open.uid(), entry.index());
      sessions.put(entry.index(), session);
    }
    session.usedMillis = entry.timeMillis();
  }
}
