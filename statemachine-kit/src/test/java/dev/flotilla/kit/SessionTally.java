package dev.flotilla.kit;

import dev.flotilla.node.statemachine.Committed;
import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.JournalRecord;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.SessionEnd;
import dev.flotilla.raft.model.Bytes;
import java.util.ArrayList;
import java.util.List;

/**
 * A tally that keeps the log time of the last command, a total for each session that lives, and how
 * many have ended; a command's result tells how many live.
 */
class SessionTally extends Tally {
  @Override
  public List<Result> applyAll(List<Committed> batch) {
    List<Result> results = new ArrayList<>();
    for (Committed each : batch) {
      if (each instanceof CommittedCommand command) {
        results.add(command(command));
      } else if (each instanceof SessionEnd end) {
        end(end);
      }
      passed(each);
    }
    journal.removeIf(it -> it.position().index() <= kept);
    save();
    return results;
  }

  /** The state is as of its index. */
  void passed(Committed each) {
    lastIndex = each.position().index();
  }

  void end(SessionEnd end) {
    totals.remove(key(end.session()));
    totals.merge("ended", 1L, Long::sum);
  }

  Result command(CommittedCommand committed) {
    totals.put("at", committed.timeMillis());
    committed.session().ifPresent(session -> totals.merge(key(session), 1L, Long::sum));
    execute(committed.command());
    long alive = totals.keySet().stream().filter(it -> it.startsWith("session ")).count();
    Result result = Result.ok(Bytes.utf8(Long.toString(alive)));
    journal.add(new JournalRecord(committed.position(), committed.command(), result));
    return result;
  }

  static String key(long session) {
    return "session " + session;
  }
}
