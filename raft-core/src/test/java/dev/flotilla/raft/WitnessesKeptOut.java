package dev.flotilla.raft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.effect.ReadOutcome;
import dev.flotilla.raft.effect.Send;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.InstallSnapshot;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.message.PreVote;
import dev.flotilla.raft.message.ReadIndex;
import dev.flotilla.raft.message.RequestVote;
import dev.flotilla.raft.message.TimeoutNow;
import dev.flotilla.raft.model.ClientPayload;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.model.WitnessEntry;
import java.util.List;

/** What is promised of witnesses: they hold no state, and do nothing for which one is needed. */
final class WitnessesKeptOut {
  private final List<Member> witnesses;
  private int bareSnapshots;

  /**
   * Watches a group.
   *
   * @param witnesses who is one, for life
   */
  WitnessesKeptOut(List<Member> witnesses) {
    this.witnesses = witnesses;
  }

  /** How often a witness's log began anew after a snapshot without state. */
  int bareSnapshots() {
    return bareSnapshots;
  }

  boolean isWitness(Member member) {
    return witnesses.contains(member);
  }

  /** It campaigns for nothing, and is sent no commands. */
  void sent(Member from, Send send) {
    if (isWitness(from)) {
      assertThat(send.message())
          .as("what the witness %s sends", from)
          .isNotInstanceOfAny(
              PreVote.class,
              RequestVote.class,
              AppendEntries.class,
              InstallSnapshot.class,
              TimeoutNow.class,
              ReadIndex.class);
    }
    if (isWitness(send.to())) {
      assertThat(holdsCommands(send.message()))
          .as("commands for the witness %s in %s", send.to(), send.message())
          .isFalse();
    }
  }

  private static boolean holdsCommands(Message message) {
    if (message instanceof AppendEntries append) {
      return append.entries().stream().anyMatch(WitnessesKeptOut::isCommand);
    }
    return message instanceof InstallSnapshot install && install.snapshot().holdsState();
  }

  void statusChanged(Member member, RaftStatus status) {
    if (isWitness(member)) {
      assertThat(status.role()).as("the role of the witness %s", member).isEqualTo(Role.FOLLOWER);
    }
  }

  void readEnded(Member member, ReadOutcome outcome) {
    if (isWitness(member)) {
      assertThat(outcome)
          .as("a read by the witness %s", member)
          .isNotInstanceOf(ReadOutcome.Confirmed.class);
    }
  }

  /** Nobody restores a state from a snapshot that holds none. */
  void restored(Member member, SnapshotMetadata snapshot) {
    assertThat(snapshot.holdsState())
        .as("%s of %s holds a state", snapshot, member)
        .isEqualTo(!isWitness(member));
    bareSnapshots += snapshot.holdsState() ? 0 : 1;
  }

  /**
   * The mark is durable no later than the entries that rest on it, and no full member has one. A
   * snapshot without state is as good as a mark until it is installed.
   */
  void synced(Member member, MemoryDisk disk) {
    if (!disk.isMarkedWitness()) {
      assertThat(disk.syncedLog().entries())
          .as("the log of %s, which is not marked", member)
          .noneMatch(entry -> isOfAWitness(member, entry));
    } else {
      assertThat(isWitness(member)).as("%s is marked and a witness", member).isTrue();
    }
    disk.snapshot()
        .ifPresent(
            it ->
                assertThat(it.holdsState())
                    .as("%s of %s holds a state", it, member)
                    .isEqualTo(!isWitness(member)));
  }

  void logHolds(Member member, MemoryDisk disk) {
    if (isWitness(member)) {
      assertThat(disk.writtenLog().entries())
          .as("the log of the witness %s", member)
          .noneMatch(WitnessesKeptOut::isCommand);
    }
  }

  private static boolean isOfAWitness(Member member, Entry entry) {
    return entry.payload() instanceof WitnessEntry
        || (entry.payload() instanceof Configuration configuration
            && configuration.isWitness(member));
  }

  private static boolean isCommand(Entry entry) {
    return entry.payload() instanceof ClientPayload;
  }
}
