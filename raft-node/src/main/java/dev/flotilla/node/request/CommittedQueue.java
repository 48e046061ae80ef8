package dev.flotilla.node.request;

import dev.flotilla.node.loop.Doorbell;
import dev.flotilla.node.loop.Mailbox;
import dev.flotilla.node.loop.QueueMetrics;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Committed entries on their way from the group thread, which writes, to the apply thread, which
 * reads.
 *
 * <p>Most entries of a follower have nobody who waits for them. The apply thread may therefore nap
 * for a moment after it has applied something: an entry that nobody waits for does not wake it
 * then, and is applied with its successors when the nap ends. On a follower under load this saves a
 * wake-up and a transaction per command.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public final class CommittedQueue {
  private final Mailbox<CommittedBatch> batches;
  private final Doorbell bell;

  /** Written by the apply thread before it looks here and sleeps, read after an offer. */
  private volatile boolean isNapping;

  /**
   * An empty queue.
   *
   * @param bell that of the apply thread
   */
  public CommittedQueue(int capacity, Doorbell bell) {
    this.batches = new Mailbox<>("committed", capacity, new Doorbell());
    this.bell = bell;
  }

  /** The group thread. */
  public Mailbox.Delivery offer(CommittedBatch batch) {
    Mailbox.Delivery delivery = batches.offer(batch);
    if (!isNapping || batch.isAwaited()) {
      bell.ring();
    }
    return delivery;
  }

  /** The apply thread: null when nothing waits. */
  public @Nullable CommittedBatch poll() {
    return batches.poll();
  }

  /** The apply thread. */
  public boolean isEmpty() {
    return batches.depth() == 0;
  }

  /** The apply thread: whether only what is awaited shall wake it. */
  public void nap(boolean naps) {
    isNapping = naps;
  }

  /** The apply thread, once: takes nothing any more. */
  public void close(Consumer<CommittedBatch> leftover) {
    batches.close(leftover);
  }

  public int capacity() {
    return batches.capacity();
  }

  public QueueMetrics metrics() {
    return batches.metrics();
  }
}
