package dev.flotilla.storage.log;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.TermAndVote;
import dev.flotilla.storage.identity.VoteFile;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Makes a member the only one of its group, by the latest configuration in its log (safety rule 8).
 *
 * <p>Internal: public only for the other packages of raft-storage.
 */
public final class SoleMember {
  private SoleMember() {}

  /** What a log says that has one member. */
  public static Configuration configuration(Member member) {
    return new Configuration(List.of(member));
  }

  /**
   * Appends that configuration in a term that nobody has led in, unless it is the last one; durable
   * when it returns. The vote is saved first, so that the log is never ahead of it.
   *
   * @param last the configuration that the log ends with, if it has one
   * @param end the last entry
   * @param timeMillis the log time of that entry
   */
  public static void append(
      Member member,
      VoteFile votes,
      DurableLog log,
      Optional<Configuration> last,
      LogPosition end,
      long timeMillis)
      throws IOException {
    Configuration alone = configuration(member);
    if (last.equals(Optional.of(alone))) {
      return;
    }
    long term = Math.max(votes.current().term(), end.term()) + 1;
    votes.save(new TermAndVote(term, Optional.empty()));
    LogPosition next = new LogPosition(end.index() + 1, term);
    log.writer().append(List.of(new Entry(next, timeMillis, alone)));
    log.writer().force();
    log.writer().forceMark();
  }
}
