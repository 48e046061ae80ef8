package dev.flotilla.node;

import dev.flotilla.node.loop.Doorbell;
import dev.flotilla.node.loop.Mailbox;
import dev.flotilla.node.loop.MemoryShares;
import dev.flotilla.node.loop.QueueMetrics;
import dev.flotilla.node.request.ApplyRequest;
import dev.flotilla.node.request.ClientRequest;
import dev.flotilla.node.request.CommittedBatch;
import dev.flotilla.node.request.Insert;
import dev.flotilla.node.sessions.RecentCommands;
import dev.flotilla.node.snapshot.SnapshotQueues;
import dev.flotilla.node.statemachine.Fingerprint;
import dev.flotilla.node.statemachine.Room;
import dev.flotilla.raft.effect.LoadEntries;
import dev.flotilla.raft.effect.Persist;
import dev.flotilla.raft.log.LogRoom;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.InstallSnapshot;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.Member;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Everything through which the threads of a node talk to each other. Each queue has one consumer,
 * and wakes it.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public final class NodeQueues {
  /** Messages of other members; more are dropped, and Raft retransmits. */
  static final int MAX_PEER_MESSAGES = 4096;

  /**
   * Bytes of entries and of snapshots in those messages; more are dropped as well, heartbeats are
   * not.
   */
  public static final int MAX_PEER_BYTES = 8 << 20;

  /** Requests of clients; more are answered busy. */
  static final int MAX_CLIENT_REQUESTS = 8192;

  /** Bytes of those requests; more are answered busy. */
  static final int MAX_CLIENT_BYTES = 8 << 20;

  /** Writes that the log thread is behind; the group thread waits beyond. */
  static final int MAX_PERSISTS = 256;

  /** Reads of the log under way; more wait with the group thread. */
  static final int MAX_LOADS = 64;

  /** Questions to the state machine, and retries looked up; more are answered busy. */
  static final int MAX_QUESTIONS = 4096;

  /** Bytes of those questions, and of those retries; more are answered busy. */
  static final int MAX_QUESTION_BYTES = 8 << 20;

  /** A message, and its sender as established by the transport. */
  record PeerMessage(Member from, Message message) {
    /** What its entries take; a message without any is small. */
    int entryBytes() {
      if (message instanceof InstallSnapshot install) {
        return install.data().size();
      }
      int bytes = 0;
      if (message instanceof AppendEntries append) {
        for (Entry entry : append.entries()) {
          bytes += entry.sizeBytes();
        }
      }
      return bytes;
    }
  }

  /** Entries that were read for a {@link LoadEntries}. */
  record Loaded(long firstIndex, List<Entry> entries) {}

  final Doorbell groupBell = new Doorbell();
  final Doorbell logBell = new Doorbell();
  final Doorbell applyBell = new Doorbell();

  /** What each of the queues that are bounded in bytes may hold; at most the constants above. */
  final int maxBytes;

  final Mailbox<PeerMessage> peers;
  final Mailbox<ClientRequest> clients;
  final Mailbox<Insert> unseen;

  /** Which members could be called: written by any thread, read by the group thread. */
  final CallReports callReports = new CallReports(groupBell);

  final Mailbox<Loaded> loaded = new Mailbox<>("loaded", MAX_LOADS, groupBell);

  final Mailbox<Persist> persists = new Mailbox<>("persists", MAX_PERSISTS, logBell);

  final Mailbox<LoadEntries> loads = new Mailbox<>("loads", MAX_LOADS, applyBell);

  final SnapshotQueues snapshots = new SnapshotQueues(groupBell, applyBell, MAX_LOADS);

  /**
   * What {@link #commit} hands over. Never full: the core hands out at most {@code
   * maxUnappliedEntries}, one a batch at least, and one restoration.
   */
  final Mailbox<CommittedBatch> committed;

  /** Written by the apply thread before it looks at {@link #committed} and sleeps. */
  volatile boolean isApplyNapping;

  final Mailbox<ApplyRequest> questions;

  /** The newest entry that the transport could not encode: any thread, read by the group thread. */
  final AtomicReference<@Nullable Unsendable> unsendable = new AtomicReference<>();

  /** The last persist that is forced: written by the log thread, read by the group thread. */
  final AtomicLong persistedNumber = new AtomicLong();

  /** The room for the log: written by the log thread, read by the group thread. */
  volatile LogRoom logRoom = LogRoom.UNBOUNDED;

  /** Whose the open sessions are, by id: set by the apply thread, read by any. */
  volatile Map<Long, String> sessionUids = Map.of();

  /** How much room the state machine has: written by the apply thread, read by the log thread. */
  volatile Room stateRoom = Room.ENOUGH;

  /**
   * Whether the group thread wants to be woken for {@link #persistedNumber}: it sets this and then
   * looks at the number before it sleeps, the log thread sets the number and then looks at this.
   */
  final AtomicBoolean isPersistAwaited = new AtomicBoolean();

  /** The last entry applied: written by the apply thread, read by the group thread and status. */
  final AtomicLong appliedIndex = new AtomicLong();

  /** What is to run once when the status changes: set by any thread, taken by one of the node's. */
  final AtomicReference<@Nullable Runnable> whenChanged = new AtomicReference<>();

  /** What is to run once when more is applied: set by any thread, taken by the apply thread. */
  final AtomicReference<@Nullable Runnable> whenApplied = new AtomicReference<>();

  /** Of the commands applied: set by the apply thread, read by any. */
  volatile RecentCommands recent = new RecentCommands();

  /** Why nothing is applied any more, null if all is well: written by the apply thread. */
  volatile @Nullable String applyStopped;

  /** The version of the commands that is active here: written by the apply thread, read by any. */
  volatile int activeCommands = 1;

  /** What the state was at some entries, the newest last: written by the apply thread. */
  volatile List<Fingerprint> fingerprints = List.of();

  NodeQueues(int maxUnappliedEntries) {
    this(maxUnappliedEntries, MemoryShares.LARGEST.queueBytes());
  }

  /** Queues of which each holds at most so many bytes. */
  NodeQueues(int maxUnappliedEntries, int maxBytes) {
    this.maxBytes = maxBytes;
    int peerBytes = Math.min(maxBytes, MAX_PEER_BYTES);
    int clientBytes = Math.min(maxBytes, MAX_CLIENT_BYTES);
    int questionBytes = maxQuestionBytes();
    peers =
        new Mailbox<>("peers", MAX_PEER_MESSAGES, peerBytes, PeerMessage::entryBytes, groupBell);
    clients =
        new Mailbox<>(
            "clients", MAX_CLIENT_REQUESTS, clientBytes, ClientRequest::sizeBytes, groupBell);
    unseen = new Mailbox<>("unseen", MAX_QUESTIONS, questionBytes, Insert::sizeBytes, groupBell);
    questions =
        new Mailbox<>(
            "questions", MAX_QUESTIONS, questionBytes, ApplyRequest::sizeBytes, applyBell);
    committed = new Mailbox<>("committed", maxUnappliedEntries + 1, new Doorbell());
  }

  int maxQuestionBytes() {
    return Math.min(maxBytes, MAX_QUESTION_BYTES);
  }

  void wakeAll() {
    groupBell.ring();
    logBell.ring();
    applyBell.ring();
    snapshots.bell.ring();
  }

  boolean isStateFull() {
    return stateRoom != Room.ENOUGH;
  }

  /** What the disk has room for. */
  DiskRoom diskRoom() {
    if (stateRoom == Room.NONE) {
      return DiskRoom.NONE;
    }
    return isDiskFull() ? DiskRoom.NO_COMMANDS : DiskRoom.ENOUGH;
  }

  boolean isDiskFull() {
    LogRoom.Next next = logRoom.next();
    return next == LogRoom.Next.NO_ROOM || next == LogRoom.Next.SPARED;
  }

  /**
   * Hands committed entries to the apply thread; the group thread.
   *
   * <p>Most entries of a follower have nobody who waits for them. The apply thread may therefore
   * nap for a moment after it has applied something: an entry that nobody waits for does not wake
   * it then, and is applied with its successors when the nap ends. On a follower under load this
   * saves a wake-up and a transaction per command.
   *
   * @return whether they were taken, or else the node stops
   */
  boolean commit(CommittedBatch batch) {
    boolean isTaken = committed.offerExpected(batch);
    if (!isApplyNapping || batch.isAwaited()) {
      applyBell.ring();
    }
    return isTaken;
  }

  /** The apply thread has applied more. */
  void applied(long index) {
    appliedIndex.set(index);
    runOnce(whenApplied);
    runOnce(whenChanged);
  }

  /** Something else of the status has changed. */
  void changed() {
    runOnce(whenChanged);
  }

  private static void runOnce(AtomicReference<@Nullable Runnable> waiting) {
    Runnable task = waiting.get();
    if (task != null && waiting.compareAndSet(task, null)) {
      task.run();
    }
  }

  List<QueueMetrics> metrics() {
    return List.of(
        peers.metrics(),
        clients.metrics(),
        unseen.metrics(),
        loaded.metrics(),
        snapshots.reports.metrics(),
        persists.metrics(),
        loads.metrics(),
        snapshots.chunkLoads.metrics(),
        snapshots.jobs.metrics(),
        committed.metrics(),
        questions.metrics());
  }
}
