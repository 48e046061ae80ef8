package dev.flotilla.sim;

import dev.flotilla.node.disk.MemoryDisk;
import dev.flotilla.node.log.DataDirectory;
import dev.flotilla.raft.Entry;
import dev.flotilla.raft.LogPosition;
import dev.flotilla.raft.Member;
import dev.flotilla.raft.TermAndVote;
import dev.flotilla.raft.message.AppendEntriesResponse;
import dev.flotilla.raft.message.InstallSnapshotResponse;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.message.RequestVote;
import dev.flotilla.raft.message.RequestVoteResponse;
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

  private final SplittableRandom random;

  /** What each server's log loop has acknowledged last in this life. */
  private final LogPosition[] told = new LogPosition[Simulation.MAX_SERVERS];

  private final int[] lives = new int[Simulation.MAX_SERVERS];
  private int checked;

  Promises(SplittableRandom random) {
    this.random = random;
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
    MemoryDisk afterPowerCut = sender.disk.copyOfForced();
    try (DataDirectory directory = SimulatedServer.open(afterPowerCut, random.split())) {
      checkKept(directory, sender, to, message);
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
   * What is executed would survive a power cut, on whoever executes it and on a majority; looked
   * into by chance.
   */
  void checkExecuted(SimulatedServer server, List<SimulatedServer> all, LogPosition position) {
    if (random.nextInt(EXECUTION_RARITY) != 0) {
      return;
    }
    checked++;
    if (!isDurable(server, position)) {
      throw new Violation(
          "executed-means-durable",
          "server %d executes %s, and would not hold it after a power cut"
              .formatted(server.number, position));
    }
    int holders = 0;
    for (SimulatedServer other : all) {
      holders += isDurable(other, position) ? 1 : 0;
    }
    if (2 * holders <= all.size()) {
      throw new Violation(
          "committed-means-durable-on-a-majority",
          "%s is executed, and %d of %d would hold it after a power cut"
              .formatted(position, holders, all.size()));
    }
  }

  private boolean isDurable(SimulatedServer server, LogPosition position) {
    if (server.isDamaged() || server.isSuspect()) {
      // It did hold it, as far as anybody can tell.
      return true;
    }
    MemoryDisk afterPowerCut = server.disk.copyOfForced();
    try (DataDirectory directory = SimulatedServer.open(afterPowerCut, random.split())) {
      if (position.index() <= directory.log().recovered().base().index()) {
        // A snapshot holds it, or the directory would not open.
        return true;
      }
      List<Entry> there = directory.log().read(position.index(), 1, 1);
      return !there.isEmpty() && there.get(0).position().equals(position);
    } catch (IOException e) {
      throw new Violation("recovery", "server %d would not start: %s".formatted(server.number, e));
    }
  }

  private static boolean rests(Message message) {
    return message instanceof RequestVote
        || (message instanceof RequestVoteResponse vote && vote.voteGranted())
        || (message instanceof AppendEntriesResponse answer && answer.success())
        || (message instanceof InstallSnapshotResponse answer && answer.done());
  }

  private static void checkKept(
      DataDirectory directory, SimulatedServer sender, Member to, Message message)
      throws IOException {
    TermAndVote kept = directory.votes().current();
    if (kept.term() < message.term()) {
      throw broken(sender, message, "would be in term " + kept.term());
    }
    if (message instanceof AppendEntriesResponse answer) {
      checkEntry(directory, sender, answer);
    } else if (!(message instanceof InstallSnapshotResponse)) {
      Member votedFor = message instanceof RequestVote ? sender.member() : to;
      if (kept.term() == message.term() && !kept.votedFor().equals(Optional.of(votedFor))) {
        throw broken(sender, message, "would have voted for " + kept.votedFor());
      }
    }
  }

  private static void checkEntry(
      DataDirectory directory, SimulatedServer sender, AppendEntriesResponse answer)
      throws IOException {
    LogPosition promised = answer.hint();
    if (promised.index() <= directory.log().recovered().base().index()) {
      // What lies before the log is held by a snapshot, or the directory would not open.
      return;
    }
    List<Entry> there = directory.log().read(promised.index(), 1, 1);
    if (there.isEmpty() || !there.get(0).position().equals(promised)) {
      throw broken(sender, answer, "would hold " + there + " in its place");
    }
  }

  private static Violation broken(SimulatedServer sender, Message message, String instead) {
    return new Violation(
        "nothing-unforced-is-promised",
        "server %d sends %s, and after a power cut %s".formatted(sender.number, message, instead));
  }
}
