package dev.flotilla.sim;

import dev.flotilla.node.NodeStatus;
import dev.flotilla.raft.message.AppendEntriesResponse;
import dev.flotilla.raft.message.InstallSnapshotResponse;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.LoggedConfiguration;
import dev.flotilla.raft.model.Member;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a leader commits has been acknowledged in its term by majorities of all voters that count by
 * its log, told from what is sent (Raft §5.3, §6).
 */
final class Acknowledgements {
  /** A member's word to the leader of a term. */
  private record Word(Member member, long term) {}

  private final ConfigurationHistory lineage;
  private final Pieces pieces;
  private final Map<Word, Long> acknowledged = new HashMap<>();

  /** Up to where the leader of a term has been looked at. */
  private final Map<Long, Long> checked = new HashMap<>();

  Acknowledgements(ConfigurationHistory lineage, Pieces pieces) {
    this.lineage = lineage;
    this.pieces = pieces;
  }

  void sent(Member from, Member to, Message message) {
    if (message instanceof AppendEntriesResponse answer && answer.success()) {
      acknowledged(from, answer.term(), answer.hint().index());
    } else if (message instanceof InstallSnapshotResponse answer) {
      pieces
          .acknowledged(from, to, answer)
          .ifPresent(last -> acknowledged(from, answer.term(), last.index()));
    }
  }

  private void acknowledged(Member from, long term, long index) {
    acknowledged.merge(new Word(from, term), index, Math::max);
  }

  /** Whether a member has acknowledged an entry to the leader of a term. */
  boolean has(Member member, long term, long index) {
    return acknowledged.getOrDefault(new Word(member, term), 0L) >= index;
  }

  /** Looks at what the leader of a term has committed since the last time. */
  void checkLeader(Member leader, NodeStatus status) {
    long term = status.term();
    long noOp = lineage.noOpOf(term).orElse(Long.MAX_VALUE);
    long commit = status.commitIndex();
    long before = checked.getOrDefault(term, 0L);
    if (commit < noOp || commit <= before) {
      return;
    }
    checked.put(term, commit);
    Optional<LoggedConfiguration> governing = lineage.governingAt(new LogPosition(commit, term));
    if (governing.isEmpty()) {
      return;
    }
    acknowledged(leader, term, status.durableIndex());
    Configuration configuration = governing.get().configuration();
    // The configuration after this one has the same voters, or is joint with them.
    requireMajority(configuration.voters(), commit, term);
    if (configuration.isJoint() && before < governing.get().index()) {
      requireMajority(configuration.outgoing(), governing.get().index(), term);
    }
  }

  private void requireMajority(List<Member> set, long index, long term) {
    long count = set.stream().filter(it -> has(it, term, index)).count();
    if (2 * count <= set.size()) {
      throw new Violation(
          "committed-means-acknowledged-by-a-majority",
          "%s is committed in term %s by %s of %s".formatted(index, term, count, set));
    }
  }
}
