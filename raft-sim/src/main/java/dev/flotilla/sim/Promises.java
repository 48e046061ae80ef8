package dev.flotilla.sim;

import dev.flotilla.raft.message.AppendEntriesResponse;
import dev.flotilla.raft.message.InstallSnapshotResponse;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.message.RequestVote;
import dev.flotilla.raft.message.RequestVoteResponse;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.LoggedConfiguration;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.TermAndVote;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Nothing is sent that presupposes what is not forced: of some promises, drawn by chance, the
 * sender's directory is recovered from what its disk would hold if the power failed at that moment,
 * and must keep them.
 */
final class Promises {
  private static final int RARITY = 100;

  /** One in so many of those that do not come from the log loop, yet tell something new. */
  private static final int SUSPECT_RARITY = 4;

  private static final int EXECUTION_RARITY = 2_000;
  private static final int CHANGING_RARITY = 50;

  private final SplittableRandom random;

  /** What each server's log loop has acknowledged last in this life. */
  private final LogPosition[] told = new LogPosition[Simulation.MAX_SERVERS];

  private final int[] lives = new int[Simulation.MAX_SERVERS];
  private final Configuration founders;
  private final Pieces pieces;
  private int checked;

  Promises(SplittableRandom random, Configuration founders, Pieces pieces) {
    this.random = random;
    this.founders = founders;
    this.pieces = pieces;
  }

  /** How many were looked into. */
  int checked() {
    return checked;
  }

  void check(SimulatedServer sender, Member to, Message message) {
    if (!rests(message) || random.nextInt(rarity(sender, message)) != 0) {
      return;
    }
    checked++;
    try (Holdings kept = Holdings.of(sender, random)) {
      checkKept(kept, sender, to, message);
    } catch (IOException e) {
      throw broken(sender, message, "would not start: " + e);
    }
  }

  /**
   * What leaves without waiting for the disk is looked at more closely if it should have waited.
   */
  private int rarity(SimulatedServer sender, Message message) {
    if (!(message instanceof AppendEntriesResponse answer)) {
      return sender.isInLogLoop() ? RARITY : SUSPECT_RARITY;
    }
    int number = sender.number;
    LogPosition before = told[number];
    if (before == null || lives[number] != sender.life()) {
      before = LogPosition.ORIGIN;
      lives[number] = sender.life();
    }
    boolean isNew = answer.hint().compareTo(before) > 0;
    told[number] = isNew ? answer.hint() : before;
    return isNew && !sender.isInLogLoop() ? SUSPECT_RARITY : RARITY;
  }

  /**
   * What is executed would survive a power cut, on whoever executes it and on a majority of those
   * who count; looked into by chance, and more often while the members change.
   */
  void checkExecuted(SimulatedServer server, List<SimulatedServer> all, LogPosition position) {
    boolean isChanging =
        server.node().filter(it -> it.status().configuration().isChanging()).isPresent();
    if (random.nextInt(isChanging ? CHANGING_RARITY : EXECUTION_RARITY) != 0) {
      return;
    }
    checked++;
    try (Holdings here = Holdings.of(server, random)) {
      if (!here.holds(position)) {
        throw new Violation(
            "executed-means-durable",
            "server %s executes %s, and would not hold it after a power cut"
                .formatted(server.number, position));
      }
      checkCommitted(here, all, position);
    } catch (IOException e) {
      throw new Violation("recovery", "server %s: %s".formatted(server.number, e));
    }
  }

  /**
   * Whatever governs when an entry is committed, a majority of the voters of the last configuration
   * before it is needed: the one after that is joint with it, or consists of its voters alone.
   */
  private void checkCommitted(Holdings here, List<SimulatedServer> all, LogPosition position)
      throws IOException {
    List<LoggedConfiguration> known = here.configurations(founders);
    List<LoggedConfiguration> before =
        known.stream().filter(it -> it.index() <= position.index()).toList();
    if (before.isEmpty()) {
      return;
    }
    LoggedConfiguration governing = before.get(before.size() - 1);
    requireMajority(governing.configuration().voters(), all, position);
    Optional<LogPosition> itself = here.positionAt(governing.index());
    if (itself.isPresent() && governing.configuration().isJoint()) {
      requireMajority(governing.configuration().voters(), all, itself.get());
      requireMajority(governing.configuration().outgoing(), all, itself.get());
    }
  }

  private void requireMajority(List<Member> set, List<SimulatedServer> all, LogPosition position)
      throws IOException {
    int holders = 0;
    for (SimulatedServer server : all) {
      holders += set.contains(server.member()) && isDurable(server, position) ? 1 : 0;
    }
    if (2 * holders <= set.size()) {
      throw new Violation(
          "committed-means-durable-on-a-majority",
          "%s is committed, and %s of %s would hold it after a power cut"
              .formatted(position, holders, set));
    }
  }

  private boolean isDurable(SimulatedServer server, LogPosition position) throws IOException {
    if (server.isDamaged() || server.isSuspect()) {
      // It did hold it, as far as anybody can tell.
      return true;
    }
    try (Holdings there = Holdings.of(server, random)) {
      return there.holds(position);
    }
  }

  private static boolean rests(Message message) {
    return message instanceof RequestVote
        || (message instanceof RequestVoteResponse vote && vote.voteGranted())
        || (message instanceof AppendEntriesResponse answer && answer.success())
        || (message instanceof InstallSnapshotResponse answer && answer.done());
  }

  private void checkKept(Holdings kept, SimulatedServer sender, Member to, Message message)
      throws IOException {
    TermAndVote vote = kept.termAndVote();
    if (vote.term() < message.term()) {
      throw broken(sender, message, "would be in term " + vote.term());
    }
    Optional<LogPosition> promised = promised(sender, to, message);
    // What waited for the same force as its successors of a later term has been held, and is gone.
    boolean mayBeReplaced = vote.term() > message.term();
    if (promised.isPresent() && !mayBeReplaced && !kept.holds(promised.get())) {
      throw broken(sender, message, "would not hold " + promised.get());
    }
    Member votedFor = message instanceof RequestVote ? sender.member() : to;
    if (isVote(message)
        && vote.term() == message.term()
        && !vote.votedFor().equals(Optional.of(votedFor))) {
      throw broken(sender, message, "would have voted for " + vote.votedFor());
    }
  }

  private static boolean isVote(Message message) {
    return message instanceof RequestVote || message instanceof RequestVoteResponse;
  }

  /** Where the log must hold what the message promises. */
  private Optional<LogPosition> promised(SimulatedServer sender, Member to, Message message) {
    if (message instanceof AppendEntriesResponse answer) {
      return Optional.of(answer.hint());
    }
    return message instanceof InstallSnapshotResponse answer
        ? pieces.acknowledged(sender.member(), to, answer)
        : Optional.empty();
  }

  private static Violation broken(SimulatedServer sender, Message message, String instead) {
    return new Violation(
        "nothing-unforced-is-promised",
        "server %s sends %s, and after a power cut %s".formatted(sender.number, message, instead));
  }
}
