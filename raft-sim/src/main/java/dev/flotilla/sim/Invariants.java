package dev.flotilla.sim;

import dev.flotilla.node.NodeStatus;
import dev.flotilla.node.RaftNode;
import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.SessionEnd;
import dev.flotilla.raft.Contradictions;
import dev.flotilla.raft.Role;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.AppendEntriesResponse;
import dev.flotilla.raft.message.InstallSnapshot;
import dev.flotilla.raft.message.InstallSnapshotResponse;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.message.RequestVote;
import dev.flotilla.raft.message.RequestVoteResponse;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Payload;
import dev.flotilla.raft.model.WitnessEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What must hold at every moment (Raft figure 3, and safety rules 5 to 7), checked from outside:
 * from what servers send, execute and say of themselves.
 */
final class Invariants {
  /** The leader of each term. */
  private final TreeMap<Long, Integer> leaders = new TreeMap<>();

  /** The last that the leader of each term, or of an earlier one, has decided. */
  private final TreeMap<Long, LogPosition> decidedIn = new TreeMap<>();

  private long decidedIndex;

  /** What stands at each position, from all that was ever sent. */
  private final Map<LogPosition, Payload> payloads = new HashMap<>();

  /** The commands in the order of execution, the same on every server. */
  private final List<CommittedCommand> order = new ArrayList<>();

  /** The ends of sessions in the order in which machines get them, the same on every server. */
  private final List<SessionEnd> ends = new ArrayList<>();

  private final Set<Long> endedSessions = new HashSet<>();
  private final Set<String> executedUids = new HashSet<>();
  private final long[] terms = new long[Simulation.MAX_SERVERS];
  private final long[] commits = new long[Simulation.MAX_SERVERS];

  /** The highest term in which each server has promised something: it must never forget it. */
  private final long[] toldTerms = new long[Simulation.MAX_SERVERS];

  private final int[] lives = new int[Simulation.MAX_SERVERS];

  private final SessionTwin twin = new SessionTwin();

  /** Sessions of which a client was told that they have expired. */
  private final Set<Long> expiredSessions = new HashSet<>();

  /** Uids of which a client was told that they are in no log. */
  private final Set<String> refusedUids = new HashSet<>();

  /** How many commands have been executed by the first to get there. */
  int executedCommands() {
    return order.size();
  }

  /** How many of them lie up to an index. */
  int commandsUpTo(long index) {
    int low = 0;
    int high = order.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (order.get(middle).position().index() <= index) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** How many terms have had a leader. */
  int leadersSeen() {
    return leaders.size();
  }

  /** The uid that was executed at a place, from 1. */
  String uidAt(int place) {
    return order.get(place - 1).command().uid();
  }

  /** Safety rule 5: every attempt under this uid was refused, so it is never executed. */
  void checkRefused(String uid) {
    refusedUids.add(uid);
    requireNotRefused(uid);
  }

  /** Safety rule 6: from here on nothing of this session is executed. */
  void checkExpired(long session) {
    expiredSessions.add(session);
  }

  private void requireNotExpired(Command command) {
    if (command.session().filter(tag -> expiredSessions.contains(tag.session())).isPresent()) {
      throw new Violation(
          "expired-means-never-executed", command + " is executed, and its session has expired");
    }
    if (command.session().filter(tag -> endedSessions.contains(tag.session())).isPresent()) {
      throw new Violation(
          "ended-once-and-for-all", command + " is executed, and its session has ended");
    }
  }

  private void requireNotRefused(String uid) {
    if (refusedUids.contains(uid) && executedUids.contains(uid)) {
      throw new Violation("refused-means-never-executed", uid + " was refused, and is executed");
    }
  }

  /** Whether somebody leads in the server's term who did not when this was last asked. */
  boolean isNewLeader(NodeStatus status) {
    return status.role() == Role.LEADER && !leaders.containsKey(status.term());
  }

  void checkStatus(SimulatedServer server, RaftNode node) {
    NodeStatus status = node.status();
    checkContradictions(server, status);
    if (status.role() == Role.LEADER) {
      checkLeader(server.number, status);
    }
    if (lives[server.number] != server.life()) {
      lives[server.number] = server.life();
      commits[server.number] = 0;
      // What it had told nobody of, it may have forgotten.
      terms[server.number] = toldTerms[server.number];
    }
    if (status.term() < terms[server.number]) {
      throw new Violation(
          "term-never-decreases",
          "server %s was in term %s and is in term %s"
              .formatted(server.number, terms[server.number], status.term()));
    }
    if (status.commitIndex() < commits[server.number]) {
      throw new Violation(
          "commit-never-decreases",
          "server %s had committed up to %s and says %s"
              .formatted(server.number, commits[server.number], status.commitIndex()));
    }
    terms[server.number] = status.term();
    commits[server.number] = status.commitIndex();
  }

  /** Without a forger no message contradicts what a server knows. */
  static void checkContradictions(SimulatedServer server, NodeStatus status) {
    Contradictions met = status.raft().contradictions();
    if (!met.isEmpty()) {
      throw new Violation("no-contradictions", "server " + server.number + " refused: " + met);
    }
  }

  /** Checks a server that says that it leads. */
  void checkLeader(int server, NodeStatus status) {
    Integer before = leaders.putIfAbsent(status.term(), server);
    if (before != null && before != server) {
      throw new Violation(
          "one-leader-per-term",
          "servers %s and %s both lead in term %s".formatted(before, server, status.term()));
    }
    if (before == null) {
      requireComplete(server, status.term(), status.raft().last());
    }
  }

  /**
   * Raft §5.4: a leader has what leaders of earlier terms have decided; later ones may be ahead.
   */
  private void requireComplete(int server, long term, LogPosition last) {
    for (LogPosition decided : decidedIn.headMap(term).values()) {
      if (last.compareTo(decided) < 0) {
        throw new Violation(
            "leader-completeness",
            "server %s leads in term %s with a log that ends at %s, and %s is committed"
                .formatted(server, term, last, decided));
      }
    }
  }

  /** The leader of a term, or of an earlier one, has committed everything up to there. */
  void decided(long term, LogPosition position) {
    decidedIndex = Math.max(decidedIndex, position.index());
    decidedIn.merge(term, position, (known, next) -> known.compareTo(next) < 0 ? next : known);
  }

  /** The highest index that any leader has committed. */
  long decidedIndex() {
    return decidedIndex;
  }

  /** Log matching: one index and one term, one payload, for ever. */
  void checkSent(int from, Message message) {
    if (isPromise(message)) {
      toldTerms[from] = Math.max(toldTerms[from], message.term());
    }
    if (message instanceof AppendEntries append) {
      twin.sent(append);
      for (Entry entry : append.entries()) {
        checkPayload(from, entry.position(), entry.payload());
      }
    }
  }

  /** Whether the sender may not forget the term that it speaks in; a refusal promises nothing. */
  static boolean isPromise(Message message) {
    return message instanceof RequestVote
        || message instanceof AppendEntries
        || message instanceof InstallSnapshot
        || (message instanceof InstallSnapshotResponse answer && answer.done())
        || (message instanceof RequestVoteResponse vote && vote.voteGranted())
        || (message instanceof AppendEntriesResponse answer && answer.success());
  }

  private void checkPayload(int from, LogPosition position, Payload payload) {
    if (payload instanceof WitnessEntry) {
      // What witnesses are sent stands for any command.
      return;
    }
    Payload known = payloads.putIfAbsent(position, payload);
    if (known != null && !known.equals(payload)) {
      throw new Violation(
          "log-matching",
          "server %s sends %s at %s, where %s was".formatted(from, payload, position, known));
    }
  }

  /** Every machine gets the same ends of sessions at the same places, each once. */
  void checkEnded(int server, int place, SessionEnd end) {
    if (place <= ends.size()) {
      SessionEnd first = ends.get(place - 1);
      if (!first.equals(end)) {
        throw new Violation(
            "state-machine-safety",
            "server %s is told %s as number %s, another was told %s"
                .formatted(server, end, place, first));
      }
      return;
    }
    if (!endedSessions.add(end.session())) {
      throw new Violation(
          "ended-once-and-for-all", "server %s is told again: %s".formatted(server, end));
    }
    ends.add(end);
  }

  /** State machine safety, and one execution a uid. */
  void checkExecuted(int server, int place, CommittedCommand command) {
    checkPayload(server, command.position(), command.command());
    if (place <= order.size()) {
      CommittedCommand first = order.get(place - 1);
      if (!first.equals(command)) {
        throw new Violation(
            "state-machine-safety",
            "server %s executes %s as number %s, another executed %s"
                .formatted(server, command, place, first));
      }
      return;
    }
    if (!executedUids.add(command.command().uid())) {
      throw new Violation(
          "once", "server %s executes %s again".formatted(server, command.command().uid()));
    }
    requireNotRefused(command.command().uid());
    requireNotExpired(command.command());
    order.add(command);
    twin.checkExecuted(command);
    twin.checkEnds(ends);
    if (!leaders.isEmpty()) {
      decided(leaders.lastKey(), command.position());
    }
  }
}
