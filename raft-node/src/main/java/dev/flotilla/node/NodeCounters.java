package dev.flotilla.node;

import dev.flotilla.node.loop.Tally;
import dev.flotilla.node.outcome.InsertOutcome;
import dev.flotilla.node.request.PendingCommand;
import java.util.concurrent.atomic.LongAdder;

/** What a node counts. Each tally names the thread that writes it. */
final class NodeCounters {
  /** Group thread. */
  final Tally persists = new Tally();

  /** Log thread. */
  final Tally forces = new Tally();

  /** Log thread. */
  final Tally entriesWritten = new Tally();

  /** Apply thread. */
  final Tally appliedBatches = new Tally();

  /** Apply thread. */
  final Tally executedCommands = new Tally();

  /** Apply thread. */
  final Tally duplicateCommands = new Tally();

  /** Group and apply thread. */
  final LongAdder unknownOutcomes = new LongAdder();

  /** Answers a command whose fate this server cannot tell. */
  void answerUnknown(PendingCommand pending, String reason) {
    unknownOutcomes.add(pending.attempts());
    pending.answer(new InsertOutcome.Unknown(reason));
  }
}
