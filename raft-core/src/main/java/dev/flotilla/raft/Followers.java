package dev.flotilla.raft;

import dev.flotilla.raft.effect.LoadEntries;
import dev.flotilla.raft.log.ReplicaLog;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.InvariantViolation;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.options.LeadershipOptions;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.raft.progress.FollowerDistance;
import dev.flotilla.raft.progress.Progress;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Everyone a leader replicates to: whom its configuration names, and for a while whom it names no
 * more, so that they learn of it and keep quiet.
 */
final class Followers implements Iterable<Progress> {
  /** Who is left out and silent is let go after so many election timeouts. */
  private static final int FAREWELL_TIMEOUTS = 10;

  private final Replica replica;
  private final List<Progress> all = new ArrayList<>();

  /** Since when those left out may be told that this is committed. */
  private OptionalLong farewellNanos = OptionalLong.empty();

  Followers(Replica replica) {
    this.replica = replica;
  }

  /**
   * Follows the latest configuration.
   *
   * @param nextIndex what newcomers are sent first
   */
  void follow(long nextIndex) {
    if (farewellNanos.isPresent()) {
      all.removeIf(this::isLeftOut);
      farewellNanos = OptionalLong.empty();
    }
    for (Member member : replica.configuration().members()) {
      if (!member.equals(replica.self()) && find(member).isEmpty()) {
        all.add(new Progress(member, replica.options(), nextIndex, replica.nowNanos()));
      }
      if (replica.configuration().isWitness(member)) {
        long lastFullIndex = replica.log().configurations().lastFullIndex(member);
        find(member).ifPresent(it -> it.becomesWitness(lastFullIndex));
      }
    }
  }

  /** Lets go of those who have been told that they are left out, or cannot be told. */
  void dismiss() {
    long changedIndex = replica.log().configurations().latestIndex();
    if (replica.committed().commitIndex() < changedIndex
        || all.stream().noneMatch(this::isLeftOut)) {
      return;
    }
    long sinceNanos = farewellNanos.orElse(replica.nowNanos());
    farewellNanos = OptionalLong.of(sinceNanos);
    boolean isLongAgo =
        replica.nowNanos() - sinceNanos
            >= FAREWELL_TIMEOUTS * replica.options().electionTimeoutMaxNanos();
    // The entry that says so was sent to it as a committed one, see lastFor.
    all.removeIf(
        follower -> isLeftOut(follower) && (isLongAgo || follower.matchIndex() >= changedIndex));
  }

  Optional<Progress> find(Member member) {
    for (Progress follower : all) {
      if (follower.member().equals(member)) {
        return Optional.of(follower);
      }
    }
    return Optional.empty();
  }

  Progress get(Member member) {
    for (Progress follower : all) {
      if (follower.member().equals(member)) {
        return follower;
      }
    }
    throw new InvariantViolation(member + " is not in the configuration");
  }

  /**
   * The last entry that may go to a follower now. Who has a vote by the log of another and may not
   * lead by its own must never be ahead of all who may, or nobody gets its vote. So who does not
   * vote gets what is committed; and a witness gets what a voter with state has on its disk, which
   * a power cut leaves there.
   */
  long lastFor(Progress follower) {
    long last = replica.log().lastIndex();
    if (!replica.configuration().isVoter(follower.member())) {
      return Math.min(last, replica.committed().commitIndex());
    }
    return follower.isWitnessAfter(follower.nextIndex() - 1)
        ? Math.min(last, lastWithState())
        : last;
  }

  private long lastWithState() {
    Configuration members = replica.configuration();
    long last = members.mayLead(replica.self()) ? replica.durability().durableIndex() : 0;
    for (Progress follower : all) {
      if (follower.matchIndex() > last
          && members.mayLead(follower.member())
          && isWilling(follower)) {
        last = follower.matchIndex();
      }
    }
    return last;
  }

  private boolean isWilling(Progress follower) {
    return replica.precedence().of(follower.member()) > LeadershipOptions.NEVER;
  }

  /** Asks the disk, unless the question has been asked for another follower already. */
  void requestLoad(Progress follower) {
    long first = follower.nextIndex();
    if (all.stream().noneMatch(it -> it.isLoading(first))) {
      RaftOptions options = replica.options();
      replica
          .effects()
          .load(new LoadEntries(first, options.maxEntriesPerAppend(), options.maxBytesPerAppend()));
    }
    follower.loading();
  }

  /** What is known to match: after it, a heartbeat cannot fail and needs no disk on the way. */
  LogPosition matched(Progress follower) {
    ReplicaLog log = replica.log();
    return follower.matchIndex() < log.base().index()
        ? LogPosition.ORIGIN
        : log.positionAt(follower.matchIndex());
  }

  /** How far each is behind. */
  List<FollowerDistance> distances() {
    return all.stream().map(this::distance).toList();
  }

  private FollowerDistance distance(Progress follower) {
    return new FollowerDistance(
        follower.member(),
        follower.matchIndex(),
        replica.log().lastIndex() - follower.matchIndex(),
        follower
            .transfer()
            .map(it -> OptionalLong.of(it.snapshot().sizeBytes() - it.offset()))
            .orElse(OptionalLong.empty()),
        replica.nowNanos() - follower.heardNanos());
  }

  Stream<Progress> stream() {
    return all.stream();
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  @Override
  public Iterator<Progress> iterator() {
    return all.iterator();
  }

  private boolean isLeftOut(Progress follower) {
    return !replica.configuration().isMember(follower.member());
  }
}
