package dev.flotilla.node;

import dev.flotilla.node.loop.DurationHistogram;
import dev.flotilla.node.loop.QueueMetrics;
import dev.flotilla.node.outcome.InsertOutcome;
import dev.flotilla.node.request.Insert;
import dev.flotilla.node.snapshot.SnapshotMetrics;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** What a node counts. Each tally names the thread that writes it. */
final class NodeCounters {
  /** Group thread. */
  final LongAdder persists = new LongAdder();

  /** Log thread. */
  final DurationHistogram forces = new DurationHistogram();

  /** Log thread. */
  final LongAdder entriesWritten = new LongAdder();

  /** Log thread. */
  final LongAdder bytesWritten = new LongAdder();

  /** Group thread. */
  final ElectionCounts elections = new ElectionCounts();

  /** Apply thread. */
  final LongAdder appliedBatches = new LongAdder();

  /** Apply thread. */
  final LongAdder executedCommands = new LongAdder();

  /** Apply thread. */
  final LongAdder duplicateCommands = new LongAdder();

  /** Group and apply thread. */
  final LongAdder unknownOutcomes = new LongAdder();

  /** Answers a command whose fate this server cannot tell. */
  void answerUnknown(Insert pending, String reason) {
    unknownOutcomes.add(pending.attempts());
    pending.answer(new InsertOutcome.Unknown(reason));
  }

  NodeMetrics read(List<QueueMetrics> queues, SnapshotMetrics snapshots, FollowerGauges followers) {
    return new NodeMetrics(
        queues,
        snapshots,
        followers.read(),
        followers.contactNanos(),
        elections.read(),
        persists.sum(),
        forces.read(),
        entriesWritten.sum(),
        bytesWritten.sum(),
        appliedBatches.sum(),
        executedCommands.sum(),
        duplicateCommands.sum(),
        unknownOutcomes.sum());
  }
}
