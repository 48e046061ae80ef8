package dev.flotilla.node.snapshot;

import dev.flotilla.node.loop.Doorbell;
import dev.flotilla.node.loop.Mailbox;
import dev.flotilla.raft.Raft;
import dev.flotilla.raft.effect.LoadChunk;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Everything through which the threads of a node talk to each other about snapshots. Each queue has
 * one consumer, and wakes it.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public final class SnapshotQueues {
  /** What other threads tell the core about snapshots: pieces that were read, what is durable. */
  public static final int MAX_REPORTS = 128;

  /** That of the snapshot thread. */
  public final Doorbell bell = new Doorbell();

  final Doorbell applyBell;

  /** Whether this server holds no state: written by the log thread, read by any. */
  public volatile boolean isWitness;

  public final Mailbox<Consumer<Raft>> reports;

  public final Mailbox<LoadChunk> chunkLoads;

  /** One at a time. */
  public final Mailbox<SnapshotTaker.Job> jobs = new Mailbox<>("snapshots", 1, bell);

  /** Whether somebody asked for a snapshot: set by any thread, read by the apply thread. */
  public final AtomicBoolean isWanted = new AtomicBoolean();

  /** Whether one is being written: set by the apply thread, unset by the snapshot thread. */
  final AtomicBoolean isTaking = new AtomicBoolean();

  /**
   * Whether older ones may be left behind the newest: set by the thread that has made one durable,
   * unset by the apply thread.
   */
  volatile boolean areOlderLeft;

  /** Whether one is being sent: written by the group thread, read by the apply thread. */
  public final AtomicBoolean isSending = new AtomicBoolean();

  /**
   * Empty queues.
   *
   * @param groupBell that of the group thread
   * @param applyBell that of the apply thread
   * @param maxLoads how many pieces may be asked for at once
   */
  public SnapshotQueues(Doorbell groupBell, Doorbell applyBell, int maxLoads) {
    this.applyBell = applyBell;
    this.reports = new Mailbox<>("snapshot reports", MAX_REPORTS, groupBell);
    this.chunkLoads = new Mailbox<>("chunk loads", maxLoads, applyBell);
  }

  /**
   * Tells the core something about snapshots. One that was lost would leave a transfer waiting for
   * ever, and there cannot be too many: the core asks for few at a time.
   */
  public void report(Consumer<Raft> report) {
    if (reports.offer(report) == Mailbox.Delivery.FULL) {
      throw new IllegalStateException(
          "a queue of " + reports.capacity() + " reports on snapshots is too short");
    }
  }
}
