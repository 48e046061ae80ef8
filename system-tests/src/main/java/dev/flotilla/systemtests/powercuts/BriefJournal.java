package dev.flotilla.systemtests.powercuts;

import dev.flotilla.bdb.Journal;
import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.systemtests.ForwardingMachine;
import java.util.List;

/**
 * The journal, which keeps large commands {@link Texts#brief in brief}: clients, network and logs
 * have them whole, and the state stays small enough to be written, and sent, every few seconds.
 */
final class BriefJournal extends ForwardingMachine {
  BriefJournal(Journal journal) {
    super(journal);
  }

  @Override
  public List<Result> apply(List<CommittedCommand> batch) {
    return super.apply(batch.stream().map(BriefJournal::brief).toList());
  }

  private static CommittedCommand brief(CommittedCommand one) {
    Command whole = one.command();
    Bytes parameters = Bytes.utf8(Texts.brief(whole.parameters().toUtf8()));
    return new CommittedCommand(
        one.position(), new Command(whole.uid(), whole.command(), parameters, whole.session()));
  }
}
