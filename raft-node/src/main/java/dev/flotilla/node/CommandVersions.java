package dev.flotilla.node;

import dev.flotilla.node.outcome.InsertOutcome;
import dev.flotilla.node.request.Insert;
import dev.flotilla.node.statemachine.StateMachine;
import dev.flotilla.raft.Raft;
import dev.flotilla.raft.RaftStatus;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which commands a leader takes: those that its own program can read, of a version that is active.
 * A version becomes active by an entry of the log, which the leader appends when the program of
 * every member that applies commands is known to have it (safety rule 12).
 *
 * <p>Public methods may be called by any thread; the others belong to the group thread.
 */
public final class CommandVersions {
  private static final int MAX_REPORTS = 4 * Configuration.MAX_MEMBERS;

  private final Member self;
  private final NodeQueues queues;
  final StateMachine machine;

  /** Up to which version the program of this server knows the commands. */
  final int ownVersion;

  /** By member, and so by incarnation. */
  private final Map<Member, Integer> reported = new ConcurrentHashMap<>();

  CommandVersions(Member self, NodeQueues queues, StateMachine machine) {
    this.self = self;
    this.queues = queues;
    this.machine = machine;
    this.ownVersion = machine.commandsVersion();
  }

  /** Up to which version the program of this server knows the commands. */
  public int ownVersion() {
    return ownVersion;
  }

  /** The version of the commands that the group takes, as applied here. */
  public int activeVersion() {
    return queues.activeCommands;
  }

  /**
   * Reports up to which version the program of a member knows the commands. The newest report
   * counts; beyond 4 times as many members as a group may have, further ones are ignored.
   */
  public void report(Member member, int version) {
    if (reported.containsKey(member) || reported.size() < MAX_REPORTS) {
      Integer before = reported.put(member, version);
      if (before == null || before != version) {
        queues.groupBell.ring();
      }
    }
  }

  /**
   * Why a command is not to be proposed, if it is of a version that is not active. To be asked
   * while one of ours is not, or the sender has named a later one.
   */
  Optional<InsertOutcome> objection(Insert insert, Raft raft) {
    // What the sender has named, and at least what this program knows of the command.
    int needed = insert.commandsVersion();
    if (insert.payload() instanceof Command command) {
      needed = Math.max(needed, machine.versionOf(command));
    }
    if (needed <= queues.activeCommands) {
      return Optional.empty();
    }
    RaftStatus now = raft.status();
    return Optional.of(
        raft.isLeading()
            ? new InsertOutcome.CommandsNotActive(notActive(needed, now.configuration()))
            : new InsertOutcome.NotLeader(now.leader()));
  }

  /** Has the latest version activated that all members know; called while one of ours is not. */
  void activate(Raft raft, RaftStatus now) {
    if (!raft.isLeading()) {
      return;
    }
    reported.keySet().retainAll(now.configuration().members());
    int common = ownVersion;
    for (Member member : others(now.configuration())) {
      common = Math.min(common, reported.getOrDefault(member, 1));
    }
    if (common > queues.activeCommands) {
      raft.activateCommands(common);
    }
  }

  /** Whether a member may become a voter. */
  boolean isFit(Member member) {
    return reported.getOrDefault(member, 1) >= queues.activeCommands;
  }

  private List<Member> others(Configuration members) {
    return members.members().stream()
        .filter(it -> !it.equals(self) && !members.isWitness(it))
        .toList();
  }

  private String notActive(int needed, Configuration members) {
    List<String> behind = new ArrayList<>();
    if (ownVersion < needed) {
      behind.add("the leader %s has version %s".formatted(self.id(), ownVersion));
    }
    for (Member member : others(members)) {
      Integer version = reported.get(member);
      if (version == null) {
        behind.add("%s has not reported its version yet".formatted(member.id()));
      } else if (version < needed) {
        behind.add("%s has version %s".formatted(member.id(), version));
      }
    }
    return "the command needs version %s of the commands, and the group takes up to version %s: %s"
        .formatted(
            needed,
            queues.activeCommands,
            behind.isEmpty()
                ? "it is being activated, try again"
                : String.join(", ", behind) + "; upgrade all servers");
  }
}
