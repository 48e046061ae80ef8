package dev.flotilla.node.sessions;

import dev.flotilla.node.outcome.InsertOutcome;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.OpenSession;
import dev.flotilla.raft.model.ProtocolVersions;
import dev.flotilla.raft.model.SessionTag;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of clients (thesis §6.3; safety rule 6): which are open, and of each the commands
 * that its client has not acknowledged the answers of.
 *
 * <p>A command whose outcome its client never learns is never acknowledged, and its session keeps
 * it and all after it. Such sessions are left behind, and must not keep others from being served:
 * when the table is full, silent ones are closed early. Those in use never are: who is still
 * sending a command is better told {@code Busy} than left without knowing.
 *
 * <p>Owned by the apply thread. What is decided is a function of the committed entries alone: time
 * is the log time of the entry at hand, and the bounds are the same for all members. Only how long
 * a large result is kept may differ: a member that has been restarted may have dropped it earlier.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public final class Sessions {
  /** Sessions that may be open at once; one more is {@code Busy} unless one makes room. */
  static final int MAX_SESSIONS = 10_000;

  /** Commands of one session that may be unacknowledged; one more is answered {@code Busy}. */
  static final int MAX_COMMANDS_PER_SESSION = 1024;

  /** Such commands of all sessions together; one more is {@code Busy} unless one makes room. */
  static final int MAX_COMMANDS = 32_768;

  /** Bytes of results kept for them; beyond, the oldest results are dropped. */
  static final int MAX_RESULT_BYTES = 8 * 1024 * 1024;

  /** A session that had no command for so much log time is closed. */
  static final long IDLE_MILLIS = 15 * 60 * 1000;

  /**
   * When the table is full, a session without a command for so much log time may be closed: twice
   * as long as our clients ask for one command unless told otherwise.
   */
  static final long CROWDED_IDLE_MILLIS = 20 * 1000;

  /**
   * The bounds. They decide what is executed, so they are a part of the protocol: to change them
   * takes a new version of it, activated by all (safety rule 12).
   */
  public record Bounds(
      int maxSessions,
      int maxCommandsPerSession,
      int maxCommands,
      long maxResultBytes,
      long idleMillis,
      long crowdedIdleMillis) {
    public static final Bounds PROTOCOL =
        new Bounds(
            MAX_SESSIONS,
            MAX_COMMANDS_PER_SESSION,
            MAX_COMMANDS,
            MAX_RESULT_BYTES,
            IDLE_MILLIS,
            CROWDED_IDLE_MILLIS);
  }

  /** What is kept of one client. */
  private static final class Session {
    /** The index of the entry that opened it. */
    private final long id;

    /** The uid under which it was opened. */
    private final String uid;

    /** Executed commands from lowestUnanswered on, by sequence. */
    private final TreeMap<Long, SessionCommand> commands = new TreeMap<>();

    /** The log time of its last command. */
    private long usedMillis;

    private long lowestUnanswered = 1;

    private Session(long id, String uid) {
      this.id = id;
      this.uid = uid;
    }
  }

  private final Bounds bounds;

  // Invariant: both hold the same sessions; the first in the order of their last commands.
  private final LinkedHashMap<Long, Session> byId = new LinkedHashMap<>();
  private final Map<String, Session> byUid = new HashMap<>();

  /** Written by the apply thread, read by any; as many as there are sessions. */
  private final Map<Long, String> uids = new ConcurrentHashMap<>();

  /** Commands whose results are kept, by their indexes, oldest first. */
  private final LinkedHashMap<Long, SessionCommand> withResults = new LinkedHashMap<>();

  /** Those that the entry at hand has closed, in order; state machines get them. */
  private final List<Long> ended = new ArrayList<>();

  private long resultBytes;
  private int commands;
  private boolean isRoomMade;
  private boolean areEndsTold;

  public Sessions(Bounds bounds) {
    this.bounds = bounds;
  }

  /** By id, under which uids they were opened, for any thread. */
  Map<Long, String> uids() {
    return Collections.unmodifiableMap(uids);
  }

  /** Goes by a version of the protocol from the next entry on. */
  void activate(int version) {
    isRoomMade = version >= ProtocolVersions.CROWDED_SESSIONS;
    areEndsTold = version >= ProtocolVersions.SESSION_ENDS;
  }

  /** Comes to the next entry: what the one before has closed is known. */
  void next() {
    ended.clear();
  }

  /** The sessions that the entry at hand has closed, before it was decided on; in order. */
  List<Long> ended() {
    return areEndsTold ? List.copyOf(ended) : List.of();
  }

  /** Opens a session, or finds the one that was opened under the uid. */
  InsertOutcome open(Entry entry, OpenSession request) {
    closeIdle(entry.timeMillis());
    Session session = byUid.get(request.uid());
    if (session == null) {
      makeRoomForASession(entry.timeMillis());
      if (byId.size() >= bounds.maxSessions) {
        return new InsertOutcome.Busy(bounds.maxSessions + " sessions are open already");
      }
      session = new Session(entry.index(), request.uid());
      byUid.put(session.uid, session);
      uids.put(session.id, session.uid);
    }
    touch(session, entry);
    return new InsertOutcome.SessionOpened(session.id);
  }

  /** Decides on a committed command. */
  DedupDecision decide(Entry entry, Command command, SessionTag tag) {
    closeIdle(entry.timeMillis());
    dropResults();
    Session session = byId.get(tag.session());
    if (session == null) {
      return new DedupDecision.Answer(new InsertOutcome.SessionExpired(tag.session()));
    }
    touch(session, entry);
    acknowledge(session, tag.lowestUnanswered());
    Optional<DedupDecision> known = known(session, command, tag);
    if (known.isPresent()) {
      return known.get();
    }
    if (session.commands.size() >= bounds.maxCommandsPerSession) {
      return busy(bounds.maxCommandsPerSession + " commands of this session");
    }
    makeRoomForACommand(entry.timeMillis());
    if (commands >= bounds.maxCommands) {
      return busy(bounds.maxCommands + " commands of all sessions");
    }
    SessionCommand fresh =
        new SessionCommand(entry.position(), tag.sequence(), fingerprint(command));
    session.commands.put(tag.sequence(), fresh);
    commands++;
    return fresh;
  }

  /** What is known of a command without looking at its entry: nothing, unless it is a retry. */
  Optional<DedupDecision> lookUp(Command command, SessionTag tag) {
    Session session = byId.get(tag.session());
    return session == null ? Optional.empty() : known(session, command, tag);
  }

  /** Keeps the result of a command that was executed, unless it is acknowledged by now. */
  void keepResultOf(SessionCommand command) {
    if (!command.isForgotten()) {
      withResults.put(command.position().index(), command);
      resultBytes += command.resultBytes();
    }
  }

  void write(DataOutputStream out) throws IOException {
    out.writeInt(byId.size());
    for (Session session : byId.values()) {
      write(session, out);
    }
  }

  /** Reads what {@link #write} wrote. */
  void read(DataInputStream in) throws IOException {
    int count = in.readInt();
    if (count < 0 || count > bounds.maxSessions) {
      throw new IOException(count + " sessions, at most " + bounds.maxSessions);
    }
    long lastMillis = 0;
    List<SessionCommand> results = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Session session = readSession(in);
      if (byId.put(session.id, session) != null
          || byUid.put(session.uid, session) != null
          || session.usedMillis < lastMillis) {
        throw new IOException("session " + session.id + " is there twice, or out of order");
      }
      uids.put(session.id, session.uid);
      lastMillis = session.usedMillis;
      commands += session.commands.size();
      session.commands.values().stream()
          .filter(command -> command.result().isPresent())
          .forEach(results::add);
    }
    if (commands > bounds.maxCommands) {
      throw new IOException(commands + " commands of sessions, at most " + bounds.maxCommands);
    }
    results.sort(Comparator.comparing(SessionCommand::position));
    results.forEach(this::keepResultOf);
  }

  private static void write(Session session, DataOutputStream out) throws IOException {
    out.writeLong(session.id);
    ClientTableForm.writeUid(session.uid, out);
    out.writeLong(session.usedMillis);
    out.writeLong(session.lowestUnanswered);
    out.writeInt(session.commands.size());
    for (SessionCommand command : session.commands.values()) {
      command.write(out);
    }
  }

  private Session readSession(DataInputStream in) throws IOException {
    Session session = new Session(in.readLong(), ClientTableForm.readUid(in));
    session.usedMillis = in.readLong();
    session.lowestUnanswered = in.readLong();
    int count = in.readInt();
    if (session.id < 1
        || session.usedMillis < 0
        || session.lowestUnanswered < 1
        || count < 0
        || count > bounds.maxCommandsPerSession) {
      throw new IOException("session " + session.id + " with " + count + " commands");
    }
    long last = session.lowestUnanswered - 1;
    for (int i = 0; i < count; i++) {
      SessionCommand command = SessionCommand.read(in);
      if (command.sequence() <= last) {
        throw new IOException("number " + command.sequence() + " after " + last);
      }
      last = command.sequence();
      session.commands.put(last, command);
    }
    return session;
  }

  private static Optional<DedupDecision> known(Session session, Command command, SessionTag tag) {
    if (tag.sequence() < session.lowestUnanswered) {
      return Optional.of(
          new DedupDecision.Answer(UsedUids.answered(tag, session.lowestUnanswered)));
    }
    SessionCommand known = session.commands.get(tag.sequence());
    if (known == null) {
      return Optional.empty();
    }
    return Optional.of(
        known.fingerprint() == fingerprint(command)
            ? known
            : new DedupDecision.Answer(UsedUids.otherCommand(command)));
  }

  /** The uid, too: two commands that say the same are two commands. */
  private static long fingerprint(Command command) {
    return command.fingerprint() ^ ((long) command.uid().hashCode() << Integer.SIZE);
  }

  private static DedupDecision busy(String what) {
    return new DedupDecision.Answer(
        new InsertOutcome.Busy(what + " wait until their clients have the answers"));
  }

  private void touch(Session session, Entry entry) {
    byId.remove(session.id);
    session.usedMillis = entry.timeMillis();
    byId.put(session.id, session);
  }

  private void closeIdle(long timeMillis) {
    Session eldest;
    while ((eldest = eldest()) != null && timeMillis - eldest.usedMillis > bounds.idleMillis) {
      close(eldest);
    }
  }

  private void makeRoomForASession(long timeMillis) {
    if (byId.size() >= bounds.maxSessions) {
      silent(timeMillis).findFirst().ifPresent(this::close);
    }
  }

  /** Of the silent ones the session that holds most goes, and of equals the one silent longest. */
  private void makeRoomForACommand(long timeMillis) {
    if (commands >= bounds.maxCommands) {
      silent(timeMillis)
          .filter(session -> session.commands.size() > 0)
          .reduce((most, next) -> next.commands.size() > most.commands.size() ? next : most)
          .ifPresent(this::close);
    }
  }

  /** Those that may be closed early, silent longest first. */
  private Stream<Session> silent(long timeMillis) {
    return byId.values().stream()
        .takeWhile(it -> isRoomMade && timeMillis - it.usedMillis > bounds.crowdedIdleMillis);
  }

  private void close(Session session) {
    byId.remove(session.id);
    byUid.remove(session.uid);
    uids.remove(session.id);
    session.commands.values().forEach(this::forget);
    ended.add(session.id);
  }

  private @Nullable Session eldest() {
    return byId.isEmpty() ? null : byId.values().iterator().next();
  }

  /** Removes the commands whose answers the client has. */
  private void acknowledge(Session session, long below) {
    session.lowestUnanswered = Math.max(session.lowestUnanswered, below);
    while (!session.commands.isEmpty() && session.commands.firstKey() < session.lowestUnanswered) {
      forget(session.commands.pollFirstEntry().getValue());
    }
  }

  private void forget(SessionCommand command) {
    commands--;
    command.forget();
    if (withResults.remove(command.position().index()) != null) {
      resultBytes -= command.resultBytes();
    }
  }

  /** Only before a command is decided on, so that whoever waits for a result still gets it. */
  private void dropResults() {
    while (resultBytes > bounds.maxResultBytes) {
      SessionCommand oldest = withResults.values().iterator().next();
      withResults.remove(oldest.position().index());
      resultBytes -= oldest.resultBytes();
      oldest.dropResult();
    }
  }
}
