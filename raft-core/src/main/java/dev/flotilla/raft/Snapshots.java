package dev.flotilla.raft;

import dev.flotilla.raft.effect.Persist;
import dev.flotilla.raft.effect.SnapshotStep;
import dev.flotilla.raft.log.ReplicaLog;
import dev.flotilla.raft.message.InstallSnapshot;
import dev.flotilla.raft.message.InstallSnapshotResponse;
import dev.flotilla.raft.model.InvariantViolation;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.ProtocolVersions;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.options.CompactionOptions;
import dev.flotilla.raft.progress.SnapshotPause;
import java.util.Optional;

/**
 * The snapshots of one server: the newest one on its disk, which stands for the log's beginning,
 * and the one that is arriving from a leader (Raft §7, Figure 13).
 *
 * <p>The pieces that arrive go to the disk in order. Once the driver has checked and forced the
 * whole file, the log begins anew after it and the state machine is restored, unless the log has
 * got there by itself. A crash in between leaves the file and the old log: recovery then resets the
 * log, as would have happened. Outlives roles, so that another leader that has the same snapshot
 * goes on with it.
 */
final class Snapshots {
  /** Whom to tell when the file that is arriving is installed. */
  private record Asker(Member from, long sequence) {}

  private final Replica replica;
  private Optional<SnapshotMetadata> newest;

  /** The one that a leader sends, or sent. */
  Optional<SnapshotMetadata> arriving = Optional.empty();

  private Optional<Asker> asker = Optional.empty();

  // Invariant: the bytes of the arriving snapshot before this one are handed out to be written.
  private long arrivedBytes;

  /** The {@link Persist} with the last piece. */
  private long persistNumber;

  private final SnapshotPause pause;

  /**
   * A whole one that waits for room for the log that shall begin after it (safety rule 11), or
   * until the log has got there by itself, or more of it is applied.
   */
  Optional<SnapshotMetadata> roomless = Optional.empty();

  Snapshots(Replica replica, Optional<SnapshotMetadata> newest) {
    this.replica = replica;
    this.newest = newest;
    this.pause = new SnapshotPause(replica.options);
  }

  /** A former process has received so many bytes of one, and they are on the disk. */
  void goOnWith(SnapshotMetadata snapshot, long bytes) {
    arriving = Optional.of(snapshot);
    arrivedBytes = bytes;
  }

  /**
   * The newest durable one; present whenever the log has a base after the origin, unless one waits
   * for room.
   */
  Optional<SnapshotMetadata> newest() {
    return newest;
  }

  /** The driver has made one from this server's own state. */
  void taken(SnapshotMetadata snapshot) {
    LogPosition last = snapshot.last();
    if (!isNews(snapshot)) {
      return;
    }
    ReplicaLog log = replica.log;
    if (!log.contains(last) || last.index() > replica.committed.commitIndex()) {
      throw new InvariantViolation("no snapshot at " + last + " can be of the log " + log.last());
    }
    newest = Optional.of(snapshot);
    CompactionOptions bounds = replica.options.compaction();
    dropUpTo(
        Math.max(
            last.index() - bounds.keptEntries(),
            log.tailBeginsAfter(last.index(), bounds.keptBytes())));
  }

  /** Takes a piece that the leader of this term sends. */
  void receive(Member from, InstallSnapshot request) {
    SnapshotMetadata snapshot = request.snapshot();
    if (holds(snapshot.last())) {
      replica.committed.commitUpTo(snapshot.last().index(), replica.log);
      answerDone(from, snapshot.last(), request.sequence());
      return;
    }
    if (!replica.witnessMark.mayTake(snapshot)) {
      // As a state it would be empty. Only a leader that knows better what this server is sends it,
      // and soon one whose configuration says so.
      return;
    }
    if (pause.holdsBack(snapshot, replica.nowNanos)) {
      // The leader asks again by and by.
      return;
    }
    if (!replica.durability.isForced(persistNumber)) {
      // Whoever sends a piece again is answered when it is written. Others would be gathered as
      // fast as they come, and a leader that awaits no answer could fill the memory with them.
      return;
    }
    if (!arriving.equals(Optional.of(snapshot))) {
      begin(snapshot);
    }
    if (request.offset() != arrivedBytes) {
      // As any answer it counts for a lease, so the term must be on the disk.
      replica.sendOnceDurable(from, answer(arrivedBytes, request.sequence()), LogPosition.ORIGIN);
      return;
    }
    replica.effects.write(new SnapshotStep.WriteChunk(snapshot, request.offset(), request.data()));
    persistNumber = replica.durability.nextNumber();
    arrivedBytes += request.data().size();
    if (arrivedBytes < snapshot.sizeBytes()) {
      // Not before it is written: so the disk sets the pace of the transfer.
      replica.sendAfterDurable(from, answer(arrivedBytes, request.sequence()));
    } else {
      asker = Optional.of(new Asker(from, request.sequence()));
    }
  }

  /** The driver has checked and forced a whole file. */
  void received(SnapshotMetadata snapshot) {
    // Of those that wait for room the disk keeps the newest, and of two for one position the first.
    SnapshotMetadata kept =
        roomless.filter(it -> it.last().index() >= snapshot.last().index()).orElse(snapshot);
    roomless = Optional.empty();
    if (isNews(kept)) {
      boolean isHeld = holds(kept.last());
      if (!isHeld && !replica.space.takesReset()) {
        roomless = Optional.of(kept);
        makeRoom();
        return;
      }
      newest = Optional.of(kept);
      if (!isHeld) {
        install(kept);
      }
    }
    asker
        .filter(it -> arriving.equals(Optional.of(snapshot)))
        .filter(it -> replica.role.leader().equals(Optional.of(it.from())))
        .ifPresent(it -> answerDone(it.from(), snapshot.last(), it.sequence()));
    forget(snapshot);
  }

  /**
   * On a full disk nothing else may give the room for a log that begins anew. What is applied, a
   * durable snapshot holds, and this server does not lead: the log lacks what is committed.
   */
  private void makeRoom() {
    dropUpTo(replica.committed.appliedIndex());
  }

  private void dropUpTo(long base) {
    ReplicaLog log = replica.log;
    if (base > log.baseIndex()) {
      log.compactTo(base);
      replica.effects.write(new SnapshotStep.DropPrefix(log.base()));
    }
  }

  /** Whether a part has arrived of what the log has by now: nobody sends the rest any more. */
  boolean isOvertaken() {
    return arriving.isPresent()
        && arriving.get().last().index() <= replica.committed.commitIndex()
        && arrivedBytes < arriving.get().sizeBytes();
  }

  /**
   * Gives back the room of such a part, and installs what need not wait any more: before a leader
   * looks for the snapshot on which its log follows.
   */
  void work() {
    roomless.ifPresent(this::received);
    if (isOvertaken()) {
      SnapshotMetadata part = arriving.orElseThrow();
      replica.effects.write(new SnapshotStep.GiveUp(part));
      forget(part);
    }
  }

  /** The driver found that a whole file is not what it should be. */
  void refused(SnapshotMetadata snapshot) {
    forget(snapshot);
  }

  /** The driver found no room for it. */
  void unwritable(SnapshotMetadata snapshot, long writtenBytes) {
    forget(snapshot);
    pause.begin(snapshot, writtenBytes, replica.nowNanos);
  }

  private void begin(SnapshotMetadata snapshot) {
    arriving = Optional.of(snapshot);
    asker = Optional.empty();
    arrivedBytes = 0;
  }

  private void forget(SnapshotMetadata snapshot) {
    if (arriving.equals(Optional.of(snapshot))) {
      arriving = Optional.empty();
      asker = Optional.empty();
    }
  }

  private boolean isNews(SnapshotMetadata snapshot) {
    return newest.map(it -> it.last().index() < snapshot.last().index()).orElse(true);
  }

  /** Whether the log has it all already: then nothing is reset (Raft Figure 13, rule 6). */
  private boolean holds(LogPosition last) {
    boolean held = replica.log.contains(last);
    if (!held && last.index() <= replica.committed.commitIndex()) {
      throw new InvariantViolation("a snapshot at " + last + ", where this log is committed");
    }
    return held;
  }

  /** Raft Figure 13, rules 7 and 8. */
  private void install(SnapshotMetadata snapshot) {
    if (replica.role instanceof Leader) {
      throw new InvariantViolation("a leader without what is committed: " + snapshot.last());
    }
    if (!(replica.role instanceof Follower)) {
      // It counts votes by a configuration that is no more.
      replica.becomeFollower(replica.term, Optional.empty());
    }
    replica.witnessMark.resetTo(snapshot);
    replica.resetLog(snapshot);
    replica.versions.activate(Math.max(ProtocolVersions.FIRST, snapshot.version()));
    replica.committed.install(snapshot);
    replica.effects.write(new SnapshotStep.ResetLog(snapshot));
  }

  private void answerDone(Member to, LogPosition last, long sequence) {
    replica.sendOnceDurable(to, new InstallSnapshotResponse(replica.term, true, 0, sequence), last);
  }

  private InstallSnapshotResponse answer(long nextOffset, long sequence) {
    return new InstallSnapshotResponse(replica.term, false, nextOffset, sequence);
  }
}
