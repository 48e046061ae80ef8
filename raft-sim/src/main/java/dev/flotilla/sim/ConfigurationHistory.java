package dev.flotilla.sim;

import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.InstallSnapshot;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.LoggedConfiguration;
import dev.flotilla.raft.model.Member;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which configuration governs a log that ends at a position, told from what leaders send and from
 * nothing that servers say of themselves: a position stands for one whole log (Raft §5.3). What was
 * never sent is not known.
 *
 * <p>What is sent is looked at on the way: configurations follow each other as they may, and a
 * witness gets no command.
 */
final class ConfigurationHistory {
  private final Configuration founders;
  private final Map<LogPosition, LoggedConfiguration> governing = new HashMap<>();

  /** The first entry of each term that has had a leader: its no-op. */
  private final Map<Long, Long> noOps = new HashMap<>();

  /** Whoever was named as a witness is one as long as it has its disk. */
  private final Set<Member> witnesses = new HashSet<>();

  ConfigurationHistory(Configuration founders) {
    this.founders = founders;
    governing.put(LogPosition.ORIGIN, new LoggedConfiguration(0, founders));
  }

  /** The latest configuration of a log that ends there. */
  Optional<LoggedConfiguration> governingAt(LogPosition last) {
    return Optional.ofNullable(governing.get(last));
  }

  /** Where the leader of a term began, as far as that was sent. */
  Optional<Long> noOpOf(long term) {
    return Optional.ofNullable(noOps.get(term));
  }

  boolean isWitness(Member member) {
    return witnesses.contains(member);
  }

  void sent(Member to, Message message) {
    if (message instanceof AppendEntries append) {
      for (Entry entry : append.entries()) {
        noOps.merge(entry.term(), entry.index(), Math::min);
      }
      follow(append);
      if (isWitness(to)) {
        requireNoCommands(to, append);
      }
    } else if (message instanceof InstallSnapshot install) {
      Configuration configuration = install.snapshot().configuration();
      // Where its entry stands, a snapshot does not tell.
      governing.putIfAbsent(install.snapshot().last(), new LoggedConfiguration(0, configuration));
      witnesses.addAll(configuration.witnesses());
    }
  }

  private void follow(AppendEntries append) {
    LoggedConfiguration latest = governing.get(append.previous());
    for (Entry entry : append.entries()) {
      if (entry.payload() instanceof Configuration next) {
        witnesses.addAll(next.witnesses());
        if (latest != null && !governing.containsKey(entry.position())) {
          checkStep(latest.configuration(), next);
          checkMoment(latest, entry, append);
        }
        latest = new LoggedConfiguration(entry.index(), next);
      }
      if (latest != null) {
        governing.putIfAbsent(entry.position(), latest);
      }
    }
  }

  /** One change at a time, and never from one set of voters to another at once (Raft §6). */
  private static void checkStep(Configuration from, Configuration to) {
    boolean isJoining =
        !from.isJoint()
            && to.isJoint()
            && to.outgoing().equals(from.voters())
            && to.voters().equals(from.goal());
    boolean isSameVoters = !to.isJoint() && to.voters().equals(from.voters());
    if (!isJoining && !isSameVoters) {
      throw new Violation("one-change-at-a-time", "from %s to %s".formatted(from, to));
    }
  }

  /** Safety rule 4, thesis §4.1: what is before it, and the no-op of the term, is committed. */
  private void checkMoment(LoggedConfiguration before, Entry entry, AppendEntries append) {
    long needed = Math.max(before.index(), noOps.getOrDefault(entry.term(), 0L));
    if (entry.term() == append.term() && append.leaderCommit() < needed) {
      throw new Violation(
          "a-change-follows-what-is-committed",
          "%s comes after %s, and committed is up to %s of %s"
              .formatted(entry, before, append.leaderCommit(), needed));
    }
  }

  private static void requireNoCommands(Member witness, AppendEntries append) {
    for (Entry entry : append.entries()) {
      if (entry.payload() instanceof Command) {
        throw new Violation("a-witness-gets-no-commands", witness + " is sent " + entry);
      }
    }
  }

  /**
   * What a server takes for the latest configuration is that of its log (Raft §6); one that did not
   * found the group knows of none until its log names one.
   */
  void checkGoverns(SimulatedServer server, LogPosition last, Configuration said) {
    LoggedConfiguration latest = governing.get(last);
    boolean isRight =
        latest == null
            || latest.configuration().equals(said)
            || (latest.configuration().equals(founders) && said.equals(Configuration.NONE));
    if (!isRight) {
      throw new Violation(
          "the-latest-configuration-governs",
          "server %s goes by %s, and its log ends at %s with %s"
              .formatted(server.number, said, last, latest));
    }
  }
}
