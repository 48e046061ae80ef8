package dev.flotilla.raft;

import dev.flotilla.raft.effect.LoadEntries;
import dev.flotilla.raft.log.ReplicaLog;
import dev.flotilla.raft.message.AppendEntries;
import dev.flotilla.raft.message.AppendEntriesResponse;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.InvariantViolation;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.WitnessEntry;
import dev.flotilla.raft.options.LeadershipOptions;
import dev.flotilla.raft.progress.Confirmations;
import dev.flotilla.raft.progress.FollowerDistance;
import dev.flotilla.raft.progress.LostEntries;
import dev.flotilla.raft.progress.Progress;
import dev.flotilla.raft.quorum.Lease;
import dev.flotilla.raft.quorum.Quorum;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Everyone a leader replicates to: whom its configuration names, and for a while whom it names no
 * more, so that they learn of it and keep quiet.
 */
final class Followers implements Iterable<Progress> {
  /** Who is left out and silent is let go after so many election timeouts. */
  private static final int FAREWELL_TIMEOUTS = 10;

  private final Replica replica;
  private final Optional<Lease> lease;
  private final int maxEntriesPerAppend;
  private final int maxBytesPerAppend;
  private final long heartbeatNanos;
  final List<Progress> all = new ArrayList<>();

  // Of the sets of voters that count now; null stands for this server.
  private @Nullable Progress[] voters = {};
  private @Nullable Progress[] outgoing = {};

  /** What was sent last, and its size: mostly all are due the same entries, in one list. */
  private List<Entry> sent = List.of();

  private long sentBytes;

  /** Since when those left out may be told that this is committed. */
  private OptionalLong farewellNanos = OptionalLong.empty();

  /** The interval that requests propose, see {@link QuietPace}. */
  int quietMillis;

  Followers(Replica replica, Optional<Lease> lease) {
    this.replica = replica;
    this.lease = lease;
    this.maxEntriesPerAppend = replica.options.maxEntriesPerAppend();
    this.maxBytesPerAppend = replica.options.maxBytesPerAppend();
    this.heartbeatNanos = replica.options.heartbeatNanos();
  }

  /**
   * Follows the latest configuration.
   *
   * @param nextIndex what newcomers are sent first
   */
  void follow(long nextIndex) {
    replica.statusChanges++;
    replica.confirmations.keepOnly(replica.configuration);
    if (farewellNanos.isPresent()) {
      all.removeIf(this::isLeftOut);
      farewellNanos = OptionalLong.empty();
    }
    for (Member member : replica.configuration.members()) {
      if (!member.equals(replica.self) && find(member).isEmpty()) {
        all.add(newProgress(member, nextIndex));
      }
      if (replica.configuration.isWitness(member)) {
        long lastFullIndex = replica.log.configurations().lastFullIndex(member);
        find(member).ifPresent(it -> it.becomesWitness(lastFullIndex));
      }
    }
    all.forEach(it -> it.configured(replica.configuration.isVoter(it.member())));
    voters = progressOf(replica.configuration.voters());
    outgoing = progressOf(replica.configuration.outgoing());
  }

  private @Nullable Progress[] progressOf(List<Member> set) {
    return set.stream()
        .map(voter -> voter.equals(replica.self) ? null : get(voter))
        .toArray(Progress[]::new);
  }

  private Progress newProgress(Member member, long nextIndex) {
    Progress follower = new Progress(member, replica.options, nextIndex, replica.nowNanos);
    follower.confirmedEarlier(replica.confirmations.of(member));
    if (replica.confirmations.hasLost(member)) {
      follower.loseEntries(replica.lastSequence);
    }
    return follower;
  }

  /** The newest request has these entries, and is for this follower. */
  void sent(Progress follower, List<Entry> entries) {
    if (entries != sent) {
      sent = entries;
      sentBytes = entries.stream().mapToLong(Entry::sizeBytes).sum();
    }
    follower.appendSent(entries.size(), sentBytes, replica.lastSequence, replica.nowNanos);
  }

  /** A follower's log does not hold the position before what it was sent. */
  void refused(Progress follower, AppendEntriesResponse response) {
    if (follower.isContradicted(response.hint(), response.sequence())) {
      follower.loseEntries(replica.lastSequence);
      replica.statusChanges++;
      replica.confirmations.lost(
          new LostEntries(follower.member(), follower.confirmed(), response.hint().index()));
    } else if (!follower.hasLostEntries()) {
      LogPosition agreed = replica.log.lastWithin(response.hint());
      follower.refused(agreed.index() + 1, response.sequence(), replica.lastSequence);
    }
  }

  /**
   * A follower's log holds a position.
   *
   * @return whether that counts; not if it has lost entries that it had confirmed
   */
  boolean accepted(Progress follower, LogPosition verified, long sequence) {
    if (follower.hasLostEntries()) {
      if (!isShown(follower) || !follower.showsEntries(verified, sequence)) {
        return false;
      }
      replica.statusChanges++;
      replica.confirmations.holdsAgain(follower.member());
      follower.holdsEntriesAgain(replica.lastSequence);
    }
    follower.accepted(verified, sequence, replica.lastSequence, replica.nowNanos);
    return true;
  }

  /** Keeps what followers have confirmed of what is committed, beyond this term. */
  void keepConfirmed() {
    Confirmations known = replica.confirmations;
    for (Progress follower : all) {
      long index = Math.min(follower.matchIndex(), replica.committed.commitIndex());
      if (index >= replica.log.baseIndex()) {
        known.confirmed(follower.member(), replica.log.positionAt(index));
      }
    }
  }

  /** The last entry that a quorum is known to have synced. */
  long syncedIndex() {
    return agreed(this::syncedIndex);
  }

  private long syncedIndex(@Nullable Progress voter) {
    return voter == null ? replica.durability.durableIndex() : voter.matchIndex();
  }

  /** Requests with this number, or later ones, have been answered by a quorum. */
  long answeredSequence() {
    return agreed(this::answeredSequence);
  }

  private long answeredSequence(@Nullable Progress voter) {
    return voter == null ? replica.lastSequence + 1 : voter.answeredSequence();
  }

  /** Whether a quorum can call this leader, as far as it knows. */
  boolean canCallLeader() {
    return agreed(it -> it == null || (it.callsLeader() && !it.hasLostEntries()) ? 1 : 0) > 0;
  }

  private long agreed(ToLongFunction<@Nullable Progress> number) {
    long agreed = agreed(voters, number);
    return outgoing.length == 0 ? agreed : Math.min(agreed, agreed(outgoing, number));
  }

  private static long agreed(@Nullable Progress[] set, ToLongFunction<@Nullable Progress> number) {
    long[] numbers = new long[set.length];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = number.applyAsLong(set[i]);
    }
    return Quorum.agreed(numbers);
  }

  /** Lets go of those who have been told that they are left out, or cannot be told. */
  void dismiss() {
    long changedIndex = replica.log.configurations().latestIndex();
    if (replica.committed.commitIndex() < changedIndex || all.stream().noneMatch(this::isLeftOut)) {
      return;
    }
    long sinceNanos = farewellNanos.orElse(replica.nowNanos);
    farewellNanos = OptionalLong.of(sinceNanos);
    boolean isLongAgo =
        replica.nowNanos - sinceNanos
            >= FAREWELL_TIMEOUTS * replica.options.electionTimeoutMaxNanos();
    // The entry that says so was sent to it as a committed one, see lastFor.
    all.removeIf(
        follower -> isLeftOut(follower) && (isLongAgo || follower.matchIndex() >= changedIndex));
  }

  Optional<Progress> find(Member member) {
    return Optional.ofNullable(search(member));
  }

  boolean has(Member member) {
    return search(member) != null;
  }

  Progress get(Member member) {
    Progress follower = search(member);
    if (follower == null) {
      throw new InvariantViolation(member + " is not in the configuration");
    }
    return follower;
  }

  private @Nullable Progress search(Member member) {
    for (Progress follower : all) {
      if (follower.isKnownAs(member)) {
        return follower;
      }
    }
    for (Progress follower : all) {
      if (follower.is(member)) {
        return follower;
      }
    }
    return null;
  }

  /**
   * The last entry that may go to a follower now. Who has a vote by the log of another and may not
   * lead by its own must never be ahead of all who may, or nobody gets its vote. So who does not
   * vote gets what is committed; and a witness gets what a voter with state has on its disk, which
   * a power cut leaves there.
   */
  long lastFor(Progress follower) {
    long last = replica.log.lastIndex();
    if (follower.isFullVoter()) {
      return last;
    }
    if (!follower.hasVote()) {
      return Math.min(last, replica.committed.commitIndex());
    }
    return follower.isWitnessAfter(follower.nextIndex() - 1)
        ? Math.min(last, lastWithState())
        : last;
  }

  private long lastWithState() {
    Configuration members = replica.configuration;
    long last = members.mayLead(replica.self) ? replica.durability.durableIndex() : 0;
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
    return replica.precedence.of(follower.member()) > LeadershipOptions.NEVER;
  }

  /** Asks the disk, unless the question has been asked for another follower already. */
  void requestLoad(Progress follower) {
    long first = follower.nextIndex();
    if (all.stream().noneMatch(it -> it.isLoading(first))) {
      replica.effects.load(new LoadEntries(first, maxEntriesPerAppend, maxBytesPerAppend));
    }
    follower.loading();
  }

  /**
   * What is known to match: after it, a heartbeat cannot fail and needs no disk on the way. One
   * that has lost entries is asked for what it had confirmed.
   */
  LogPosition matched(Progress follower) {
    ReplicaLog log = replica.log;
    if (follower.hasLostEntries()) {
      return isShown(follower) ? follower.confirmed() : LogPosition.ORIGIN;
    }
    return follower.matchIndex() < log.baseIndex()
        ? LogPosition.ORIGIN
        : log.positionAt(follower.matchIndex());
  }

  /** Whether this log still has what a follower had confirmed. */
  private boolean isShown(Progress follower) {
    LogPosition confirmed = follower.confirmed();
    ReplicaLog log = replica.log;
    return confirmed.index() >= log.baseIndex() && log.contains(confirmed);
  }

  /** How far each is behind. */
  List<FollowerDistance> distances() {
    return all.stream().map(this::distance).toList();
  }

  private FollowerDistance distance(Progress follower) {
    return new FollowerDistance(
        follower.member(),
        follower.matchIndex(),
        replica.log.lastIndex() - follower.matchIndex(),
        follower
            .transfer()
            .map(it -> OptionalLong.of(it.snapshot().sizeBytes() - it.offset()))
            .orElse(OptionalLong.empty()),
        replica.nowNanos - follower.heardNanos());
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

  /** A follower has answered a request. */
  void heard(Progress follower, long sequence) {
    // Who answers sooner ends no silence of a quorum.
    if (replica.nowNanos - follower.heardNanos() > heartbeatNanos) {
      replica.timeout.apart(quorumSilenceNanos());
    }
    follower.heard(sequence, replica.nowNanos);
  }

  /** Whether all that answer hold the whole log. */
  boolean areAlike() {
    long last = replica.log.lastIndex();
    for (Progress follower : all) {
      if (isAlive(follower) && (follower.matchIndex() < last || follower.hasLostEntries())) {
        return false;
      }
    }
    return true;
  }

  /** Whether all that answer have agreed to miss this leader only after a long time. */
  boolean agreeToBeQuiet() {
    for (Progress follower : all) {
      if (isAlive(follower) && !follower.agreesToBeQuiet()) {
        return false;
      }
    }
    return true;
  }

  private boolean isAlive(Progress follower) {
    return replica.nowNanos - follower.heardNanos() < replica.timeout.maxNanos();
  }

  /** For how long no quorum has answered. */
  long quorumSilenceNanos() {
    return -agreed(voter -> -silenceNanos(voter));
  }

  private long silenceNanos(@Nullable Progress voter) {
    if (voter == null) {
      return 0;
    }
    return voter.hasLostEntries() ? Long.MAX_VALUE : replica.nowNanos - voter.heardNanos();
  }

  private boolean isLeftOut(Progress follower) {
    return !replica.configuration.isMember(follower.member());
  }

  /** Sends a heartbeat to everyone. */
  void heartbeatAll() {
    for (Progress follower : all) {
      AppendEntries request = request(matched(follower), List.of());
      replica.send(
          follower.member(),
          follower.hasLostEntries() ? request.toOneThatConfirmed(follower.confirmed()) : request);
    }
  }

  /** Sends what the follower lacks, as far as its window reaches. */
  void replicateTo(Progress follower, long last) {
    long next = follower.nextIndex();
    while (next <= last && follower.mayAppend(lastFor(follower))) {
      List<Entry> entries = replica.log.slice(next, maxEntriesPerAppend, maxBytesPerAppend);
      if (entries.isEmpty()) {
        requestLoad(follower);
      } else {
        sendAppend(follower, next, entries);
      }
      next = follower.nextIndex();
    }
  }

  /**
   * Sends entries to a follower.
   *
   * @param next the index of the first of them
   */
  void sendAppend(Progress follower, long next, List<Entry> available) {
    List<Entry> entries = available;
    if (!follower.isFullVoter()) {
      entries = follower.alike(available, lastFor(follower));
      if (entries.isEmpty()) {
        return;
      }
      entries = follower.isWitnessAfter(next - 1) ? WitnessEntry.from(entries) : entries;
    }
    AppendEntries request = request(replica.log.positionAt(next - 1), entries);
    sent(follower, entries);
    replica.send(follower.member(), request);
  }

  private AppendEntries request(LogPosition previous, List<Entry> entries) {
    long sequence = replica.nextSequence();
    lease.ifPresent(it -> it.sent(sequence, replica.nowNanos));
    return new AppendEntries(
        replica.term,
        previous,
        entries,
        replica.committed.commitIndex(),
        sequence,
        LogPosition.ORIGIN,
        quietMillis);
  }
}
