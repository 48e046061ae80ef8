package dev.flotilla.node.sessions;

import dev.flotilla.node.outcome.InsertOutcome;
import dev.flotilla.node.statemachine.JournalRecord;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.StateMachine;
import dev.flotilla.raft.model.ActivateCommands;
import dev.flotilla.raft.model.ActivateVersion;
import dev.flotilla.raft.model.ClientPayload;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.OpenSession;
import dev.flotilla.raft.model.ProtocolVersions;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What the group remembers of its clients, and by which each command is executed once (safety rule
 * 6): a part of the replicated state, a function of the committed entries alone, and so the same on
 * every member however they were batched.
 *
 * <p>Owned by the apply thread. Each committed command is decided in log order; those to be
 * executed are resolved with their results in the same order, before more than {@link
 * #maxUnresolved} wait for theirs, and before a version of the protocol is activated.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public final class ClientTable {
  /** The form of a table before the protocol brought versions of the commands. */
  private static final int OLD_FORM = 1;

  /** The form after that. */
  private static final int FORM = 2;

  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;
  private static final int REJECTED = 1;
  private static final int DONE = 2;

  private record InWindow(ExecutionWindow window, int handle) implements CachedResult {
    @Override
    public LogPosition position() {
      return window.position(handle);
    }

    @Override
    public Optional<Result> result() {
      return window.result(handle);
    }

    @Override
    public boolean success() {
      return window.success(handle);
    }
  }

  /** What a snapshot said of the command that was executed last. */
  private record Restored(LogPosition position, boolean success, Optional<Result> result)
      implements CachedResult {}

  private final ExecutionWindow window;
  private final Sessions sessions;
  private final int maxUnresolved;
  private final RecentCommands recent = new RecentCommands();
  private final ArrayDeque<CachedResult> unresolved = new ArrayDeque<>();

  /** Of the same commands. */
  private final ArrayDeque<String> unresolvedUids = new ArrayDeque<>();

  /** What was executed last, and under which uid; null if nothing was. */
  private @Nullable CachedResult latest;

  private @Nullable String latestUid;
  private int activeVersion = 1;
  private int activeCommands = 1;
  private long results;

  public ClientTable(ExecutionWindow window, Sessions sessions) {
    this.window = window;
    this.sessions = sessions;
    this.maxUnresolved = window.maxUnresolved();
  }

  /** An empty table of the size that clients are promised. */
  public static ClientTable forNode(SeenUids seen) {
    return new ClientTable(ExecutionWindow.forNode(seen), new Sessions(Sessions.Bounds.PROTOCOL));
  }

  /** Decides on the next committed entry; empty if no client asked for it. */
  public Optional<DedupDecision> decide(Entry entry) {
    sessions.next();
    recent.decided(entry.index());
    if (entry.payload() instanceof Command command) {
      DedupDecision decision =
          command.session().isPresent()
              ? sessions.decide(entry, command, command.session().get())
              : decideByUid(entry, command);
      if (decision instanceof CachedResult fresh && fresh.position().equals(entry.position())) {
        unresolved.add(fresh);
        unresolvedUids.add(command.uid());
      } else {
        recent.skip(entry.index());
      }
      return Optional.of(decision);
    }
    if (entry.payload() instanceof OpenSession request) {
      return Optional.of(new DedupDecision.Answer(sessions.open(entry, request)));
    }
    if (entry.payload() instanceof ActivateVersion activation) {
      requireResolved();
      activate(activation.version());
    }
    if (entry.payload() instanceof ActivateCommands activation) {
      activeCommands = Math.max(activeCommands, activation.version());
    }
    return Optional.empty();
  }

  /** Under which uid each open session was opened; any thread may look. */
  public Map<Long, String> sessionUids() {
    return sessions.uids();
  }

  /** What became of the commands that were decided on; any thread may ask it. */
  public RecentCommands recentCommands() {
    return recent;
  }

  /**
   * The sessions that have ended with the entry that was decided on last, in order. They ended
   * before it: its command, if it is to be executed, comes after their ends.
   */
  public List<Long> endedSessions() {
    return sessions.ended();
  }

  /** Takes the result of the oldest command that was to be executed and has none yet. */
  public void resolve(Result result) {
    CachedResult memory = unresolved.remove();
    long index = memory.position().index();
    recent.resolved(index, result);
    if (knowsCommandVersions()) {
      results = fingerprintAfter(results, index, result);
    }
    if (memory instanceof SessionCommand command) {
      command.resolve(result);
      sessions.keepResultOf(command);
    } else {
      window.resolve(result);
    }
    latest = memory;
    latestUid = unresolvedUids.remove();
    window.seen.mark(latestUid);
  }

  /**
   * Chains the results of commands into one number: FNV-1a of 64 bits. It finds faults, not
   * forgers. The reason of a rejection is left out, since it is text for people that a later
   * program may word otherwise; so is whether a result is empty or absent, which not every machine
   * on disk keeps.
   */
  private static long fingerprintAfter(long before, long index, Result result) {
    long hash = FNV_OFFSET;
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      hash = (hash ^ (before >>> shift & 0xff)) * FNV_PRIME;
    }
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      hash = (hash ^ (index >>> shift & 0xff)) * FNV_PRIME;
    }
    if (!result.success()) {
      return (hash ^ REJECTED) * FNV_PRIME;
    }
    return result.value().fnv((hash ^ DONE) * FNV_PRIME);
  }

  /** Whether every command that was to be executed has its result. */
  public boolean isResolved() {
    return unresolved.isEmpty();
  }

  /** How many commands may be decided on ahead of their results. */
  public int maxUnresolved() {
    return maxUnresolved;
  }

  /** What would be decided on a request that is a retry; empty if it is none. Changes nothing. */
  public Optional<DedupDecision> lookUp(ClientPayload payload) {
    if (!(payload instanceof Command command)) {
      return Optional.empty();
    }
    if (command.session().isPresent()) {
      return sessions.lookUp(command, command.session().get());
    }
    int handle = window.find(command.uid());
    return handle < 0 ? Optional.empty() : Optional.of(known(handle, command));
  }

  /**
   * The answer to a client, after its command is executed if it was to be.
   *
   * @param uid that of the command or other request that was decided on
   * @param machine may have kept a result that is no longer kept here
   */
  public static InsertOutcome outcome(DedupDecision decision, String uid, StateMachine machine) {
    if (decision instanceof DedupDecision.Answer answer) {
      return answer.outcome();
    }
    CachedResult memory = (CachedResult) decision;
    Optional<Result> result = memory.result();
    if (result.isEmpty()) {
      result =
          machine
              .find(uid)
              .filter(kept -> kept.position().equals(memory.position()))
              .map(JournalRecord::result)
              .filter(Result::hasValue);
    }
    return result.isPresent()
        ? new InsertOutcome.Executed(result.get())
        : new InsertOutcome.ResultDropped(memory.success());
  }

  /** What is remembered of the command under a uid: one without a session, or the last one. */
  public Optional<CachedResult> find(String uid) {
    if (latest != null && uid.equals(latestUid)) {
      return Optional.of(latest);
    }
    int handle = window.find(uid);
    return handle < 0 ? Optional.empty() : Optional.of(new InWindow(window, handle));
  }

  /** The uid of the last command that was executed. */
  public Optional<String> latestUid() {
    return Optional.ofNullable(latestUid);
  }

  /** The version of the protocol that the entries so far have activated (safety rule 12). */
  public int activeVersion() {
    return activeVersion;
  }

  /**
   * As an entry does; what a witness knows of such an entry may be its snapshot's version alone.
   */
  public void activate(int version) {
    activeVersion = Math.max(activeVersion, version);
    sessions.activate(activeVersion);
  }

  /** The version of the commands that the entries so far have activated (safety rule 12). */
  public int activeCommands() {
    return activeCommands;
  }

  /** Whether the entries so far have activated versions of the commands. */
  public boolean knowsCommandVersions() {
    return activeVersion >= ProtocolVersions.COMMAND_VERSIONS;
  }

  /**
   * A number that stands for the results of all commands since the protocol brought it: the same on
   * all members whose state machines gave the same results. Empty before that.
   */
  public OptionalLong resultsFingerprint() {
    return knowsCommandVersions() ? OptionalLong.of(results) : OptionalLong.empty();
  }

  /**
   * Writes the whole table, for a snapshot. Everything that was to be executed must be resolved.
   * Bounded by the table's own bounds, some tens of megabytes; the stream is not closed.
   */
  public void write(OutputStream target) throws IOException {
    DataOutputStream out = new DataOutputStream(target);
    requireResolved();
    out.writeInt(knowsCommandVersions() ? FORM : OLD_FORM);
    out.writeInt(activeVersion);
    if (knowsCommandVersions()) {
      out.writeInt(activeCommands);
      out.writeLong(results);
    }
    window.write(out);
    sessions.write(out);
    out.writeBoolean(latest != null);
    if (latest != null && latestUid != null) {
      ClientTableForm.writeUid(latestUid, out);
      ClientTableForm.writePosition(latest.position(), out);
      out.writeBoolean(latest.success());
      ClientTableForm.writeValue(latest.result().map(Result::value), out);
    }
    out.flush();
  }

  /**
   * Reads what {@link #write} wrote into this table, which must be empty. Reads no further, and
   * does not close the stream. On an exception the table is of no use any more.
   *
   * @throws IOException if it is nothing that {@link #write} writes, or the stream fails
   */
  public void read(InputStream source) throws IOException {
    DataInputStream in = new DataInputStream(source);
    try {
      int form = requireForm(in.readInt());
      activate(requireVersion(in.readInt()));
      if (form == FORM) {
        activeCommands = requireVersion(in.readInt());
        results = in.readLong();
      }
      window.read(in);
      sessions.read(in);
      if (in.readBoolean()) {
        readLatest(in);
      }
    } catch (EOFException e) {
      throw new IOException("the client table ends in the middle", e);
    } catch (IllegalArgumentException e) {
      throw new IOException("not a client table: " + e.getMessage(), e);
    }
  }

  private void requireResolved() {
    if (!isResolved()) {
      throw new IllegalStateException("a batch is being executed");
    }
  }

  private void readLatest(DataInputStream in) throws IOException {
    latestUid = ClientTableForm.readUid(in);
    LogPosition position = ClientTableForm.readPosition(in);
    boolean success = in.readBoolean();
    Optional<Result> result =
        ClientTableForm.readValue(in).map(value -> new Result(success, value));
    latest = new Restored(position, success, result);
  }

  private static int requireVersion(int version) throws IOException {
    if (version < 1) {
      throw new IOException("version " + version + " cannot be active");
    }
    return version;
  }

  private static int requireForm(int form) throws IOException {
    if (form != FORM && form != OLD_FORM) {
      throw new IOException(
          "the client table has form %s, this program reads %s and %s"
              .formatted(form, OLD_FORM, FORM));
    }
    return form;
  }

  private DedupDecision decideByUid(Entry entry, Command command) {
    int admission = window.admit(entry.position(), command.uid(), command.fingerprint());
    return admission >= 0 ? new InWindow(window, admission) : known(~admission, command);
  }

  private DedupDecision known(int handle, Command command) {
    return window.fingerprint(handle) == command.fingerprint()
        ? new InWindow(window, handle)
        : new DedupDecision.Answer(UsedUids.otherCommand(command));
  }
}
