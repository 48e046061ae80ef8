package dev.flotilla.sim;

import dev.flotilla.node.disk.MemoryDisk;
import dev.flotilla.node.log.DataDirectory;
import dev.flotilla.raft.Entry;
import dev.flotilla.raft.LogPosition;
import dev.flotilla.raft.Member;
import dev.flotilla.raft.TermAndVote;
import dev.flotilla.raft.message.AppendEntriesResponse;
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

  private final SplittableRandom random;
  private int checked;

  Promises(SplittableRandom random) {
    this.random = random;
  }

  /** How many were looked into. */
  int checked() {
    return checked;
  }

  void check(SimulatedServer sender, Member to, Message message) {
    if (!rests(message) || random.nextInt(RARITY) != 0) {
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

  private static boolean rests(Message message) {
    return message instanceof RequestVote
        || (message instanceof RequestVoteResponse vote && vote.voteGranted())
        || (message instanceof AppendEntriesResponse answer && answer.success());
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
    } else {
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
    if (promised.equals(LogPosition.ORIGIN)) {
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
