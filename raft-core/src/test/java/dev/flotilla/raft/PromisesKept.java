package dev.flotilla.raft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.effect.ReadOutcome;
import dev.flotilla.raft.effect.Send;
import dev.flotilla.raft.message.RequestVoteResponse;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.LoggedConfiguration;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.model.WitnessEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** What Raft promises of a whole group (Raft Figure 3), checked from outside. */
final class PromisesKept {
  private record Ballot(Member voter, long term) {}

  private final Map<Member, MemoryDisk> disks;
  private final Configuration founders;
  private final WitnessesKeptOut witnesses;
  private final Map<Long, Member> leaders = new HashMap<>();
  private final Map<Ballot, Member> votes = new HashMap<>();

  /** The one committed log, as far as anyone has known it. */
  private final List<Entry> committed = new ArrayList<>();

  /** How long that log was when the leader of a term last committed something. */
  private final NavigableMap<Long, Integer> committedBy = new TreeMap<>();

  private int confirmedReads;
  private long hash;

  PromisesKept(Map<Member, MemoryDisk> disks, Configuration founders, WitnessesKeptOut witnesses) {
    this.disks = disks;
    this.witnesses = witnesses;
    this.founders = founders;
  }

  long commitIndex() {
    return committed.size();
  }

  Entry entryAt(long index) {
    return committed.get((int) index - 1);
  }

  int confirmedReads() {
    return confirmedReads;
  }

  int elections() {
    return leaders.size();
  }

  /** Election Safety, and Leader Completeness. */
  void statusChanged(Member member, RaftStatus status, MemoryDisk disk) {
    witnesses.statusChanged(member, status);
    if (status.role() != Role.LEADER) {
      return;
    }
    assertThat(leaders.putIfAbsent(status.term(), member))
        .as("the leader of term %s besides %s", status.term(), member)
        .isIn(null, member);
    // Who wins late need not have what a later term has committed meanwhile.
    Map.Entry<Long, Integer> before = committedBy.lowerEntry(status.term());
    for (Entry entry : committed.subList(0, before == null ? 0 : before.getValue())) {
      assertThat(disk.writtenLog().holds(entry))
          .as("the leader of term %s has %s", status.term(), entry)
          .isTrue();
    }
  }

  /** One vote a term, whatever was lost in between. */
  void sent(Member from, Send send) {
    witnesses.sent(from, send);
    if (send.message() instanceof RequestVoteResponse vote && vote.voteGranted()) {
      assertThat(votes.putIfAbsent(new Ballot(from, vote.term()), send.to()))
          .as("the vote of %s in term %s besides %s", from, vote.term(), send.to())
          .isIn(null, send.to());
    }
  }

  /**
   * Commitment means: synced on a quorum of the configuration that governs, of two while it is
   * joint. It is checked for whoever knows of it first, which is the leader that commits it.
   */
  void commitKnown(RaftStatus status, MemoryDisk disk) {
    while (committed.size() < status.commitIndex()) {
      Entry entry = disk.writtenLog().get(committed.size() + 1);
      Configuration governing = disk.writtenLog().governing().orElse(founders);
      for (List<Member> set : List.of(governing.voters(), governing.outgoing())) {
        long synced =
            set.stream().filter(voter -> disks.get(voter).syncedLog().holds(entry)).count();
        assertThat(synced)
            .as("disks of %s that hold the committed %s", set, entry)
            .isGreaterThan(set.isEmpty() ? -1 : set.size() / 2);
      }
      committed.add(entry);
      committedBy.put(status.term(), committed.size());
    }
  }

  /** Where nobody forges messages, none contradicts what a server knows. */
  static void notContradicted(RaftStatus status) {
    assertThat(status.contradictions()).isEqualTo(Contradictions.NONE);
  }

  /** One change at a time, no step left out, and nothing governs that is not the latest. */
  void governed(RaftStatus status, Configuration base, MemoryDisk disk) {
    Configuration before = disk.writtenLog().baseConfiguration().orElse(base);
    long uncommitted = 0;
    for (LoggedConfiguration next : disk.writtenLog().configurations()) {
      if (!before.equals(Configuration.NONE)) {
        assertThat(isStep(before, next.configuration()))
            .as("a step from %s to %s", before, next.configuration())
            .isTrue();
      }
      before = next.configuration();
      uncommitted += next.index() > committed.size() ? 1 : 0;
    }
    assertThat(status.configuration()).isEqualTo(before);
    assertThat(uncommitted).as("configurations that are not committed").isLessThanOrEqualTo(1);
  }

  private static boolean isStep(Configuration before, Configuration after) {
    if (before.isJoint()) {
      return after.equals(before.settled());
    }
    return after.isJoint() ? after.equals(before.joint()) : after.voters().equals(before.voters());
  }

  /** The latest that is committed. */
  Configuration configuration() {
    List<LoggedConfiguration> logged = LogImage.configurations(committed);
    return logged.isEmpty() ? founders : logged.get(logged.size() - 1).configuration();
  }

  /** How many changes of voters have been made. */
  int changes() {
    int changes = 0;
    for (LoggedConfiguration logged : LogImage.configurations(committed)) {
      changes += logged.configuration().isJoint() ? 1 : 0;
    }
    return changes;
  }

  /** State Machine Safety, and nothing is applied that is not synced here. */
  void committed(long after, List<Entry> entries, MemoryDisk disk) {
    long index = after;
    for (Entry entry : entries) {
      index++;
      assertThat(entry.index()).as("the entry after %s", index - 1).isEqualTo(index);
      assertThat(disk.syncedLog().holds(entry)).as("%s is applied and synced", entry).isTrue();
      if (index <= committed.size()) {
        Entry known = committed.get((int) index - 1);
        assertThat(LogImage.areAlike(entry, known)).as("%s is %s", entry, known).isTrue();
      }
    }
  }

  /** A snapshot stands for what was committed, and is restored when the log begins with it. */
  void restored(Member member, long after, SnapshotMetadata snapshot) {
    witnesses.restored(member, snapshot);
    LogPosition last = snapshot.last();
    assertThat(last.index()).as("the last entry of %s", snapshot).isGreaterThan(after);
    assertThat(committed.get((int) last.index() - 1).position()).isEqualTo(last);
    assertThat(disks.get(member).syncedLog().base().index()).isGreaterThanOrEqualTo(last.index());
  }

  void readEnded(Member member, ReadOutcome outcome, long floor) {
    witnesses.readEnded(member, outcome);
    if (outcome instanceof ReadOutcome.Confirmed confirmed) {
      assertThat(confirmed.index()).as("what %s may miss", outcome).isGreaterThanOrEqualTo(floor);
      confirmedReads++;
    }
  }

  /**
   * Log Matching, at rest: one leader, one log, all of it committed and synced with every member,
   * without the commands if that is a witness.
   */
  void allAlike(Map<Member, RaftStatus> statuses) {
    assertThat(statuses.values()).filteredOn(status -> status.role() == Role.LEADER).hasSize(1);
    Configuration last = configuration();
    assertThat(last.isChanging()).as("a change is left unfinished in %s", last).isFalse();
    for (Member member : last.members()) {
      LogImage log = disks.get(member).syncedLog();
      List<Entry> whole = committed.subList((int) log.base().index(), committed.size());
      assertThat(log.entries())
          .as("the log of %s", member)
          .isEqualTo(witnesses.isWitness(member) ? WitnessEntry.from(whole) : whole);
      assertThat(statuses.get(member).commitIndex()).isEqualTo(committed.size());
    }
  }

  /** Log Matching, while things go on. */
  void logsMatch() {
    disks.forEach(witnesses::logHolds);
    LogImage first = disks.get(founders.voters().get(0)).writtenLog();
    for (MemoryDisk disk : disks.values()) {
      LogImage other = disk.writtenLog();
      long base = Math.max(first.base().index(), other.base().index());
      long index = Math.min(first.lastIndex(), other.lastIndex());
      while (index > base && first.get(index).term() != other.get(index).term()) {
        index--;
      }
      for (; index > base; index--) {
        assertThat(LogImage.areAlike(other.get(index), first.get(index)))
            .as("%s is %s", other.get(index), first.get(index))
            .isTrue();
      }
    }
  }

  /** Takes down what a server says and does. */
  Ready said(Member self, Ready ready) {
    List<Object> all =
        List.of(
            self,
            ready.persist(),
            ready.sends(),
            ready.restore(),
            ready.committed(),
            ready.loads(),
            ready.chunks(),
            ready.reads(),
            ready.status().map(Narrator::tell));
    hash = Long.rotateLeft(hash, 23) * 31 + all.toString().hashCode();
    return ready;
  }

  /** A hash of all that the servers said and did. */
  long hash() {
    return hash;
  }
}
