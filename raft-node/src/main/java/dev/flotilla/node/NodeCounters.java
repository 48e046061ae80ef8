package dev.flotilla.node;

import dev.flotilla.node.outcome.InsertOutcome;
import dev.flotilla.node.request.PendingCommand;
import java.util.concurrent.atomic.LongAdder;

/** What a node counts. Each tally names the thread that writes it. */
final class NodeCounters {
  /** Group thread. */
  final LongAdder persists = new LongAdder();

  /** Log thread. */
  final LongAdder forces = new LongAdder();

  /** Log thread. */
  final LongAdder entriesWritten = new LongAdder();

  /** Apply thread. */
  final LongAdder appliedBatches = new LongAdder();

  /** Apply thread. */
  final LongAdder executedCommands = new LongAdder();

  /** Apply thread. */
  final LongAdder duplicateCommands = new LongAdder();

  /** Group and apply thread. */
  final LongAdder unknownOutcomes = new LongAdder();

  /** Answers a command whose fate this server cannot tell. */
  void answerUnknown(PendingCommand pending, String reason) {
    unknownOutcomes.add(pending.attempts());
    pending.answer(new InsertOutcome.Unknown(reason));
  }
}
