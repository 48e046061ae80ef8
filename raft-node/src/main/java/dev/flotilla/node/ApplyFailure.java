package dev.flotilla.node;

import dev.flotilla.node.statemachine.Committed;
import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.SessionEnd;
import java.util.List;

/**
 * The state machine threw while it applied commands: names the first and the last of them, by
 * index, uid and command. The cause is what it threw. The node stops.
 */
public final class ApplyFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  ApplyFailure(List<Committed> batch, Throwable cause) {
    super("the state machine failed to apply " + words(batch) + ": " + cause, cause);
  }

  private static String words(List<Committed> batch) {
    String first = words(batch.get(0));
    return batch.size() == 1
        ? first
        : "one of "
            + batch.size()
            + " commands, from "
            + first
            + " to "
            + words(batch.get(batch.size() - 1));
  }

  private static String words(Committed committed) {
    String index = "index " + committed.position().index();
    if (committed instanceof SessionEnd end) {
      return index + " (end of session " + end.session() + ")";
    }
    CommittedCommand command = (CommittedCommand) committed;
    return "%s (uid '%s', command '%s')"
        .formatted(
            index,
            Printable.of(command.command().uid()),
            Printable.of(command.command().command()));
  }
}
