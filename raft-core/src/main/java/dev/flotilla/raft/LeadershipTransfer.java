package dev.flotilla.raft;

import dev.flotilla.raft.message.TimeoutNow;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.options.LeadershipOptions;
import dev.flotilla.raft.progress.Progress;
import java.util.Comparator;
import java.util.Optional;

/**
 * A leader's hand-over of its office to another voter (thesis §3.10).
 *
 * <p>While it is under way the leader takes no proposals. As soon as the target holds the whole
 * log, and all of it is committed, so that no client's outcome becomes unknown, the target is told
 * to campaign, and told again with each heartbeat. If it has not won within one longest election
 * timeout, the leader goes on as if nothing had been.
 */
final class LeadershipTransfer {
  private final Replica replica;
  private final Followers followers;

  /** To whom, while it is under way. */
  Optional<Member> target = Optional.empty();

  private long deadlineNanos;
  private boolean isTold;
  private boolean hasEverTold;

  /**
   * None under way.
   *
   * @param followers the leader's own list, as it changes
   */
  LeadershipTransfer(Replica replica, Followers followers) {
    this.replica = replica;
    this.followers = followers;
    replica.precedence.officeBegins();
  }

  /**
   * Whether anybody was ever told to campaign: that message may be under way for long, so there may
   * be another leader at any time from now on.
   */
  boolean hasEverTold() {
    return hasEverTold;
  }

  /** Its end, or the leader's next deadline if that is earlier. */
  long deadlineOr(long otherNanos) {
    return target.isPresent() && deadlineNanos - otherNanos < 0 ? deadlineNanos : otherNanos;
  }

  TransferOutcome begin(Optional<Member> wanted) {
    if (target.isPresent()) {
      return target.equals(wanted) || wanted.isEmpty()
          ? new TransferOutcome.Started(target.get())
          : new TransferOutcome.Refused("leadership is being handed over to " + target.get());
    }
    Optional<Member> heir = wanted.or(this::best);
    if (heir.isEmpty()) {
      return new TransferOutcome.Refused("no other voter answers");
    }
    Optional<String> objection = objection(heir.get());
    if (objection.isPresent()) {
      return new TransferOutcome.Refused(objection.get());
    }
    replica.statusChanges++;
    target = heir;
    isTold = false;
    replica.precedence.officeMoves();
    deadlineNanos = replica.nowNanos + replica.timeout.usualMaxNanos();
    return new TransferOutcome.Started(heir.get());
  }

  /** Ends it when its time is up. */
  void tick() {
    if (target.isPresent() && replica.isPast(deadlineNanos)) {
      replica.statusChanges++;
      target = Optional.empty();
    }
  }

  /** What was said may have been lost; and somebody else may be to lead by now. */
  void heartbeat() {
    isTold = false;
    if (target.isEmpty()) {
      replica.precedence.heir(followers).map(Optional::of).ifPresent(this::begin);
    }
  }

  boolean isDue() {
    return !isTold && target.flatMap(this::progress).filter(this::isReady).isPresent();
  }

  void work() {
    if (isDue()) {
      isTold = true;
      hasEverTold = true;
      replica.send(target.orElseThrow(), new TimeoutNow(replica.term, replica.nextSequence()));
    }
  }

  private boolean isReady(Progress heir) {
    long last = replica.log.lastIndex();
    return heir.matchIndex() == last && replica.committed.commitIndex() == last;
  }

  private Optional<String> objection(Member heir) {
    if (heir.equals(replica.self)) {
      return Optional.of(heir + " leads already");
    }
    if (!replica.configuration.mayLead(heir)) {
      String kind = replica.configuration.isWitness(heir) ? "a witness" : "not a voter";
      return Optional.of(heir + " is " + kind + " of this group");
    }
    if (!replica.isCallable(heir)) {
      return Optional.of(heir + " cannot be called at the address that it names");
    }
    if (replica.confirmations.hasLost(heir)) {
      return Optional.of(heir + " has lost entries that it had confirmed, and must be replaced");
    }
    if (replica.precedence.of(heir) == LeadershipOptions.NEVER) {
      return Optional.of(
          heir
              + " has priority 0 and never leads, has no room on its disk, or needs a newer"
              + " program");
    }
    return Optional.empty();
  }

  /** Of the voters heard lately: keeping up comes first, then priority, then most of the log. */
  private Optional<Member> best() {
    long silence = replica.timeout.minSilenceNanos();
    return followers.stream()
        .filter(follower -> replica.nowNanos - follower.heardNanos() < silence)
        .filter(follower -> objection(follower.member()).isEmpty())
        .max(
            Comparator.comparing(this::hasWhatIsCommitted)
                .thenComparing(follower -> replica.precedence.of(follower.member()))
                .thenComparing(Progress::matchIndex))
        .map(Progress::member);
  }

  private boolean hasWhatIsCommitted(Progress follower) {
    return follower.matchIndex() >= replica.committed.commitIndex();
  }

  private Optional<Progress> progress(Member member) {
    return followers.find(member);
  }
}
