package dev.flotilla.raft;

import dev.flotilla.raft.effect.Effects;
import dev.flotilla.raft.effect.Send;
import dev.flotilla.raft.log.CommittedEntries;
import dev.flotilla.raft.log.Durability;
import dev.flotilla.raft.log.LogSpace;
import dev.flotilla.raft.log.ReplicaLog;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.model.ActivateVersion;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.DurableState;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.InvariantViolation;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NoOp;
import dev.flotilla.raft.model.NumberLimits;
import dev.flotilla.raft.model.ProtocolVersions;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.model.TermAndVote;
import dev.flotilla.raft.options.LeadershipOptions;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.raft.progress.Confirmations;
import dev.flotilla.raft.progress.LostEntries;
import dev.flotilla.raft.quorum.ElectionTimeout;
import dev.flotilla.raft.quorum.Quorum;
import dev.flotilla.raft.quorum.Stickiness;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * What outlives the roles of one server: term and vote, log, time, and the way to a next role.
 *
 * <p>The roles and their parts read its fields, since they do so all the time; nobody else writes
 * them.
 */
final class Replica {
  /**
   * Request numbers of one life begin above all of the lives before it that led: whoever led has a
   * later term on its disk than it began with. So an answer that comes late, to a request of an
   * earlier life, is never taken for one to a request of this.
   */
  private static final int LIFE_SHIFT = 32;

  private static final long LIFE_MASK = 0x3fff_ffffL;

  /** So many other voters, and a pre-vote is first repeated after one heartbeat. */
  private static final int VOTERS_A_BEAT = 4;

  private static final int MAX_DOUBLINGS = 8;

  final Member self;
  final RaftOptions options;
  final ReplicaLog log;
  final Durability durability;
  final CommittedEntries committed;
  final Snapshots snapshots;
  final Versions versions;
  final WitnessMark witnessMark;
  final Effects effects = new Effects();

  /** The election timeout that is in force. */
  final ElectionTimeout timeout;

  final Stickiness stickiness;
  final LeaderPriority precedence = new LeaderPriority(this);

  /** The room for the log. */
  final LogSpace space = new LogSpace();

  /**
   * The members that this server could not call lately at the address that each of them names. Such
   * a member may still send requests and get their responses, so it could win an election and keep
   * its term of leadership by heartbeats, while no client reaches it. Unknown counts as callable;
   * lost at a restart.
   */
  final Set<Member> uncallable = new TreeSet<>();

  /** What other members have confirmed, and who has lost that. */
  final Confirmations confirmations = new Confirmations();

  /** How voters answered since a leader was known. */
  final VoterAnswers voterAnswers = new VoterAnswers();

  /** Who counts now: the latest configuration in the log. */
  Configuration configuration;

  /** The quorums of {@link #configuration}. */
  Quorum quorum;

  /** The other voters, in one order everywhere. */
  List<Member> otherVoters;

  TermAndVote termAndVote;

  /** That of {@link #termAndVote}. */
  long term;

  long nowNanos;
  long lastSequence;
  ServerRole role;

  /** See {@link RaftStatus#resignation()}. */
  Optional<String> resignation = Optional.empty();

  /** See {@link RaftStatus#contradictions()}. */
  Contradictions contradictions = Contradictions.NONE;

  /** See {@link RaftStatus#ownLoss()}. */
  Optional<LostEntries> ownLoss = Optional.empty();

  /** Grows whenever what {@link Ready#status()} reports may have changed. */
  long statusChanges;

  private final RandomGenerator random;
  private long lastReadRound;
  private boolean isApplyStopped;
  private Predicate<Member> fitToVote = member -> true;

  Replica(
      Member self,
      Configuration configuration,
      DurableState state,
      ProtocolVersions versions,
      RaftOptions options,
      RandomGenerator random,
      long nowNanos) {
    this.self = self;
    this.options = options;
    this.random = random;
    this.nowNanos = nowNanos;
    this.termAndVote = state.termAndVote();
    this.term = termAndVote.term();
    this.lastSequence = (term & LIFE_MASK) << LIFE_SHIFT;
    this.log = new ReplicaLog(configuration, state);
    this.configuration = log.configurations().latest();
    this.quorum = log.configurations().quorum();
    this.otherVoters = others(self, this.configuration);
    this.witnessMark = new WitnessMark(this, configuration, state);
    this.versions = new Versions(versions);
    this.durability = new Durability(state);
    this.committed = new CommittedEntries(options, state.appliedIndex());
    this.snapshots = new Snapshots(this, state.snapshot());
    this.timeout = new ElectionTimeout(options, nowNanos);
    this.stickiness = new Stickiness(timeout, /* mayHaveAnswered= */ term > 0, nowNanos);
    this.role = new Follower(this, Optional.empty(), randomElectionDeadline());
  }

  private static List<Member> others(Member self, Configuration configuration) {
    return configuration.allVoters().stream().filter(voter -> !voter.equals(self)).toList();
  }

  /** The log has got, or lost, a configuration. */
  void configured() {
    statusChanges++;
    configuration = log.configurations().latest();
    quorum = log.configurations().quorum();
    otherVoters = others(self, configuration);
  }

  /**
   * Appends an entry to the log.
   *
   * @return its size in bytes
   */
  int append(Entry entry) {
    int sizeBytes = log.append(entry);
    if (entry.payload() instanceof Configuration) {
      configured();
    }
    return sizeBytes;
  }

  /** Forgets the entry at the index and all after it. */
  void truncateFrom(long index) {
    log.truncateFrom(index);
    durability.truncatedFrom(index);
    configured();
  }

  /** Empties the log: it goes on after the end of a snapshot. */
  void resetLog(SnapshotMetadata snapshot) {
    log.resetTo(snapshot);
    space.reset();
    durability.reset(snapshot.last());
    configured();
  }

  /**
   * Whether this server may become the leader (Raft §6, safety rule 8), is ever to, and has room
   * for a leader's first entry.
   */
  boolean mayLead() {
    return options.leadership().priority() > LeadershipOptions.NEVER
        && ownLoss.isEmpty()
        && term < NumberLimits.MAX_TERM
        && log.lastIndex() < NumberLimits.MAX_INDEX
        && space.takes(NoOp.INSTANCE)
        && log.configurations().mayLead(self, committed.commitIndex());
  }

  /**
   * How much this server is to lead now: one whose disk is full, or that applies nothing, leaves
   * that to others, if there are any, and goes on leading if not (safety rule 11).
   */
  int priority() {
    return isToHandOver() ? LeadershipOptions.NEVER : options.leadership().priority();
  }

  /** The state machine of this server applies nothing any more. */
  void applyStopped() {
    isApplyStopped = true;
  }

  /** Whether a server that can take leadership over is to have it soon. */
  boolean isToHandOver() {
    return space.isFull() || isApplyStopped;
  }

  void requireOfNewVoters(Predicate<Member> isFit) {
    fitToVote = isFit;
  }

  /** Whether the member may become a voter, see {@link Raft#requireOfNewVoters}. */
  boolean isFitToVote(Member member) {
    return fitToVote.test(member);
  }

  /** Takes note whether a member can be called; those that are no members are forgotten. */
  void callable(Member member, boolean callable) {
    uncallable.removeIf(it -> !configuration.isMember(it));
    if (callable) {
      uncallable.remove(member);
    } else {
      uncallable.add(member);
    }
  }

  boolean isCallable(Member member) {
    return !uncallable.contains(member);
  }

  /** Takes note of the versions of the protocol that these entries activate, now committed. */
  void activateVersions(List<Entry> entries) {
    for (Entry entry : entries) {
      if (entry.payload() instanceof ActivateVersion activation) {
        statusChanges++;
        versions.activate(activation.version());
      }
    }
  }

  /** A leader has shown that this server has lost what it had confirmed. */
  void loseConfirmed(LogPosition confirmed) {
    statusChanges++;
    ownLoss = Optional.of(new LostEntries(self, confirmed, log.lastWithin(confirmed).index()));
  }

  /** A message was refused since it contradicts what this server knows. */
  void contradicted(String what) {
    statusChanges++;
    contradictions = contradictions.and(what);
  }

  /** The same of a message that disagrees about what is committed here. */
  void diverged(String what) {
    statusChanges++;
    contradictions = contradictions.andDivergence(what);
  }

  void advanceTo(long nanos) {
    // Inputs since the last time may have set a deadline that is past: no timer was late for it.
    if (nanos != nowNanos) {
      timeout.advanceTo(nanos, role.deadlineNanos());
      nowNanos = nanos;
    }
  }

  boolean isPast(long deadlineNanos) {
    return nowNanos - deadlineNanos >= 0;
  }

  /**
   * Elections start after a random silence, so that they seldom collide (Raft §5.2), and not while
   * a leader that this server has answered may count on it.
   */
  long randomElectionDeadline() {
    return nowNanos
        + stickiness.extraSilenceNanos(nowNanos)
        + random.nextLong(timeout.minNanos(), timeout.maxNanos() + 1);
  }

  /**
   * When a request for a vote or a pre-vote is repeated: sooner than an election, but the later,
   * the more voters there are, so that all of them together ask no more often in a large group, and
   * the more often it was repeated in vain, up to the longest election timeout.
   */
  long randomRepetitionDeadline(int repetitions) {
    long shortest = options.heartbeatNanos() * Math.max(1, otherVoters.size() / VOTERS_A_BEAT);
    long wait = Math.min(shortest << Math.min(repetitions, MAX_DOUBLINGS), timeout.maxNanos() / 2);
    return nowNanos + random.nextLong(wait, 2 * wait + 1);
  }

  long nextSequence() {
    lastSequence++;
    return lastSequence;
  }

  /** Ascending, from where no earlier life of this server is likely to have been. */
  long nextReadRound() {
    if (lastReadRound == 0) {
      lastReadRound = random.nextLong(1, 1L << 62);
    }
    lastReadRound++;
    return lastReadRound;
  }

  void send(Member to, Message message) {
    effects.send(new Send(to, message));
  }

  void sendAfterDurable(Member to, Message message) {
    effects.sendAfterDurable(new Send(to, message));
  }

  /**
   * Sends what a leader of this term counts on after a power cut, too: at once if the disk has the
   * term, and the log up to a position.
   */
  void sendOnceDurable(Member to, Message message, LogPosition upTo) {
    if (durability.covers(upTo, term)) {
      send(to, message);
    } else {
      sendAfterDurable(to, message);
    }
  }

  /** Gives this server's one vote in its current term (Raft §5.2). */
  void voteFor(Member candidate) {
    if (termAndVote.votedFor().filter(voted -> !voted.equals(candidate)).isPresent()) {
      throw new InvariantViolation("a second vote, for " + candidate + ", after " + termAndVote);
    }
    vote(new TermAndVote(term, Optional.of(candidate)));
  }

  private void vote(TermAndVote now) {
    statusChanges++;
    termAndVote = now;
    term = now.term();
    durability.voted(now);
  }

  private <T extends ServerRole> T become(T next) {
    statusChanges++;
    role = next;
    return next;
  }

  /** Steps down, or stays down; a later term comes with a vote that is still free (Raft §5.1). */
  Follower becomeFollower(long nextTerm, Optional<Member> leader) {
    return becomeFollower(
        nextTerm, leader, endQuiet() ? randomElectionDeadline() : role.electionDeadlineNanos());
  }

  /** Whether a leader was quiet until now: what follows has the usual timeouts. */
  private boolean endQuiet() {
    boolean wasQuiet = timeout.isQuiet();
    timeout.expectEvery(0, nowNanos);
    return wasQuiet;
  }

  /** As above, and waits anew before it campaigns. */
  Follower becomeFollower(long nextTerm, Optional<Member> leader, long electionDeadlineNanos) {
    if (nextTerm < term) {
      throw new InvariantViolation("term " + nextTerm + " after " + termAndVote);
    }
    if (nextTerm > term) {
      vote(new TermAndVote(nextTerm, Optional.empty()));
    }
    timeout.expectEvery(0, nowNanos);
    role.leave(leader);
    return become(new Follower(this, leader, electionDeadlineNanos));
  }

  /** Gives up this server's term of leadership, and waits anew before it campaigns. */
  void resign(String reason) {
    timeout.expectEvery(0, nowNanos);
    becomeFollower(term, Optional.empty(), randomElectionDeadline());
    statusChanges++;
    resignation = Optional.of(reason);
  }

  /** A leader is known again. */
  void endResignation() {
    if (resignation.isPresent()) {
      statusChanges++;
      resignation = Optional.empty();
    }
    voterAnswers.clear();
  }

  void becomePreCandidate() {
    if (term >= NumberLimits.MAX_TERM) {
      becomeFollower(term, Optional.empty(), randomElectionDeadline());
      return;
    }
    timeout.expectEvery(0, nowNanos);
    role.leave(Optional.empty());
    become(new PreCandidate(this)).ask();
  }

  void becomeCandidate() {
    campaign(false);
  }

  /** Campaigns because the leader asked for it. */
  void becomeHeir() {
    campaign(true);
  }

  private void campaign(boolean isTransfer) {
    timeout.expectEvery(0, nowNanos);
    vote(new TermAndVote(term + 1, Optional.of(self)));
    role.leave(Optional.empty());
    become(new Candidate(this, isTransfer)).ask();
  }

  void becomeLeader() {
    if (!termAndVote.votedFor().equals(Optional.of(self))) {
      throw new InvariantViolation("leader without its own vote: " + termAndVote);
    }
    endResignation();
    role.leave(Optional.of(self));
    become(new Leader(this));
  }
}
