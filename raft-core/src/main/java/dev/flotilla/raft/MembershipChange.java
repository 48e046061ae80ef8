package dev.flotilla.raft;

import dev.flotilla.raft.ChangeOutcome.Reason;
import dev.flotilla.raft.log.ReplicaLog;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.progress.CatchUp;
import dev.flotilla.raft.progress.Progress;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a leader does to change the members, one step after the other (Raft §6, thesis §4.3). Which
 * step is next follows from the latest configuration in the log alone, so the next leader goes on
 * where this one stopped.
 *
 * <p>No step is taken before the configuration so far is committed, nor before an entry of the
 * leader's own term is: an older configuration that a former leader left on few servers could
 * otherwise come back and decide without the others (safety rule 4).
 */
final class MembershipChange {
  private final Replica replica;
  private final long noOpIndex;

  /** Those who shall vote and do not yet. */
  private final Map<Member, CatchUp> newcomers = new TreeMap<>();

  /** Whether the latest configuration is one of a change. */
  boolean isChanging;

  /** Whether the latest configuration gives this leader a vote. */
  boolean isLeaderVoter;

  MembershipChange(Replica replica, long noOpIndex) {
    this.replica = replica;
    this.noOpIndex = noOpIndex;
    configured();
  }

  /** What a request leads to, unless a change is to {@link #begin}. */
  Optional<ChangeOutcome> decide(Configuration target) {
    Configuration now = replica.configuration;
    // What is known to be committed is so before the office is open, too.
    if (now.equals(target) && isKnownCommitted()) {
      return Optional.of(new ChangeOutcome.Unchanged());
    }
    if (!isOtherKind(target) && !isTooMany(target) && leadsTo(now, target)) {
      return Optional.of(new ChangeOutcome.Accepted(latestPosition()));
    }
    return objection(target).map(ChangeOutcome.Refused::new);
  }

  /** Whether it makes a witness of a full member, or the other way round. */
  private boolean isOtherKind(Configuration target) {
    Configuration now = replica.configuration;
    return target.members().stream()
        .anyMatch(it -> now.isMember(it) && now.isWitness(it) != target.isWitness(it));
  }

  /** Who asks for what is under way already, since an answer was lost, say, may wait for it. */
  private static boolean leadsTo(Configuration now, Configuration target) {
    if (now.isJoint()) {
      return now.settled().equals(target);
    }
    return now.equals(now.isChanging() ? now.towards(target) : target);
  }

  /** A change that waits for long is only in a snapshot some day, and its entry is gone. */
  private LogPosition latestPosition() {
    ReplicaLog log = replica.log;
    long index = log.configurations().latestIndex();
    return log.positionAt(Math.max(index, log.baseIndex()));
  }

  private Optional<Reason> objection(Configuration target) {
    if (replica.committed.commitIndex() < noOpIndex) {
      return Optional.of(Reason.OFFICE_NOT_OPEN);
    }
    if (replica.configuration.isJoint() || !isCommitted()) {
      return Optional.of(Reason.CHANGE_UNDER_WAY);
    }
    if (isOtherKind(target)) {
      return Optional.of(Reason.WITNESS_FOR_LIFE);
    }
    return isTooMany(target) ? Optional.of(Reason.TOO_MANY_MEMBERS) : Optional.empty();
  }

  /** Whether those of now and those who come are more than one configuration may name. */
  private boolean isTooMany(Configuration target) {
    Configuration now = replica.configuration;
    long newcomerCount = target.members().stream().filter(it -> !now.isMember(it)).count();
    return now.members().size() + newcomerCount > Configuration.MAX_MEMBERS;
  }

  /** The configuration that begins a change; one that concerns learners only is made by it. */
  Configuration begin(Configuration target) {
    Configuration now = replica.configuration;
    return target.voters().equals(now.voters()) ? target : now.towards(target);
  }

  /** The configuration that is due now, if one is. */
  Optional<Configuration> next() {
    Configuration now = replica.configuration;
    if (!isChanging || !isCommitted()) {
      return Optional.empty();
    }
    if (now.isJoint()) {
      return Optional.of(now.settled());
    }
    return newcomers.keySet().stream().allMatch(this::isReady)
        ? Optional.of(now.joint())
        : Optional.empty();
  }

  /** Whether the members have decided to go on without this leader (thesis §4.2.2). */
  boolean isLeaderLeftOut() {
    return isCommitted() && !isLeaderVoter;
  }

  /** Another configuration governs. */
  void configured() {
    Configuration now = replica.configuration;
    isChanging = now.isChanging();
    isLeaderVoter = now.isVoter(replica.self);
    newcomers.keySet().removeIf(it -> !now.goal().contains(it));
    for (Member member : now.goal()) {
      if (!now.isVoter(member)) {
        newcomers.computeIfAbsent(
            member,
            it ->
                new CatchUp(replica.timeout::minNanos, replica.log.lastIndex(), replica.nowNanos));
      }
    }
  }

  /** A follower has acknowledged entries, or a heartbeat, during a change. */
  void acknowledged(Progress follower) {
    CatchUp newcomer = newcomers.get(follower.member());
    if (newcomer != null) {
      newcomer.reached(follower.matchIndex(), replica.log.lastIndex(), replica.nowNanos);
    }
  }

  /** It keeps up, and knows the protocol that is in force (safety rule 12). */
  private boolean isReady(Member newcomer) {
    CatchUp progress = newcomers.get(newcomer);
    return progress != null
        && progress.isDone(replica.nowNanos)
        && replica.versions.knowsActive(newcomer)
        && replica.isFitToVote(newcomer);
  }

  private boolean isKnownCommitted() {
    return replica.committed.commitIndex() >= replica.log.configurations().latestIndex();
  }

  private boolean isCommitted() {
    return replica.committed.commitIndex()
        >= Math.max(noOpIndex, replica.log.configurations().latestIndex());
  }
}
