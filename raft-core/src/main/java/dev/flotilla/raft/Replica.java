package dev.flotilla.raft;

import dev.flotilla.raft.effect.Effects;
import dev.flotilla.raft.effect.Send;
import dev.flotilla.raft.log.CommittedEntries;
import dev.flotilla.raft.log.Durability;
import dev.flotilla.raft.log.LogSpace;
import dev.flotilla.raft.log.LogTimeOrder;
import dev.flotilla.raft.log.ReplicaLog;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.DurableState;
import dev.flotilla.raft.model.InvariantViolation;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NoOp;
import dev.flotilla.raft.model.NumberLimits;
import dev.flotilla.raft.model.ProtocolVersions;
import dev.flotilla.raft.model.TermAndVote;
import dev.flotilla.raft.options.LeadershipOptions;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.raft.quorum.Quorum;
import dev.flotilla.raft.quorum.Reachability;
import dev.flotilla.raft.quorum.Stickiness;
import dev.flotilla.raft.quorum.Versions;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** What outlives the roles of one server: term and vote, log, time, and the way to a next role. */
final class Replica {
  /**
   * Request numbers of one life begin above all of the lives before it that led: whoever led has a
   * later term on its disk than it began with. So an answer that comes late, to a request of an
   * earlier life, is never taken for one to a request of this.
   */
  private static final int LIFE_SHIFT = 32;

  private static final long LIFE_MASK = 0x3fff_ffffL;

  private final Member self;
  private final RaftOptions options;
  private final RandomGenerator random;
  private final ReplicaLog log;
  private final Durability durability;
  private final CommittedEntries committed;
  private final Snapshots snapshots;
  private final Versions versions;
  private final WitnessMark witnessMark;
  private final Effects effects = new Effects();
  private final Stickiness stickiness;
  private final LeaderPriority precedence = new LeaderPriority(this);
  private final LogSpace space = new LogSpace();
  private final Reachability reachability = new Reachability();
  private final NamedTerms namedTerms;
  private final LogTimeOrder logTimeOrder;

  private TermAndVote termAndVote;
  private long nowNanos;
  private long lastSequence;
  private long lastReadRound;
  private ServerRole role;
  private Optional<String> resignation = Optional.empty();
  private Contradictions contradictions = Contradictions.NONE;

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
    this.lastSequence = (termAndVote.term() & LIFE_MASK) << LIFE_SHIFT;
    this.log = new ReplicaLog(configuration, state);
    this.witnessMark = new WitnessMark(this, configuration, state);
    this.versions = new Versions(versions);
    this.durability = new Durability(state);
    this.committed = new CommittedEntries(options, state.appliedIndex());
    this.snapshots = new Snapshots(this, state.snapshot());
    this.stickiness =
        new Stickiness(options, /* mayHaveAnswered= */ termAndVote.term() > 0, nowNanos);
    this.logTimeOrder = new LogTimeOrder(options);
    this.namedTerms = new NamedTerms(this, termAndVote.term());
    this.role = new Follower(this, Optional.empty(), randomElectionDeadline());
  }

  Member self() {
    return self;
  }

  /** Who counts now: the latest configuration in the log. */
  Configuration configuration() {
    return log.configurations().latest();
  }

  /** The quorums of {@link #configuration()}. */
  Quorum quorum() {
    return log.configurations().quorum();
  }

  /** The other voters, in one order everywhere. */
  List<Member> otherVoters() {
    return configuration().allVoters().stream().filter(voter -> !voter.equals(self)).toList();
  }

  /**
   * Whether this server may become the leader (Raft §6, safety rule 8), is ever to, and has room
   * for a leader's first entry.
   */
  boolean mayLead() {
    return options.leadership().priority() > LeadershipOptions.NEVER
        && term() < NumberLimits.MAX_TERM
        && log.lastIndex() < NumberLimits.MAX_INDEX
        && space.takes(NoOp.INSTANCE)
        && log.configurations().mayLead(self, committed.commitIndex());
  }

  RaftOptions options() {
    return options;
  }

  /**
   * How much this server is to lead now: one whose disk is full leaves that to others, if there are
   * any, and goes on leading if not (safety rule 11).
   */
  int priority() {
    return space.isFull() ? LeadershipOptions.NEVER : options.leadership().priority();
  }

  /** Which members this server can call. */
  Reachability reachability() {
    return reachability;
  }

  /** Which later terms are believed. */
  NamedTerms namedTerms() {
    return namedTerms;
  }

  /** Which entries with lower log times are taken. */
  LogTimeOrder logTimeOrder() {
    return logTimeOrder;
  }

  /** A message was refused since it contradicts what this server knows. */
  void contradicted(String what) {
    contradictions = contradictions.and(what);
  }

  /** The same of a message that disagrees about what is committed here. */
  void diverged(String what) {
    contradictions = contradictions.andDivergence(what);
  }

  /** See {@link RaftStatus#resignation()}. */
  Optional<String> resignation() {
    return resignation;
  }

  /** See {@link RaftStatus#contradictions()}. */
  Contradictions contradictions() {
    return contradictions;
  }

  /** The room for the log. */
  LogSpace space() {
    return space;
  }

  ReplicaLog log() {
    return log;
  }

  Durability durability() {
    return durability;
  }

  Versions versions() {
    return versions;
  }

  WitnessMark witnessMark() {
    return witnessMark;
  }

  CommittedEntries committed() {
    return committed;
  }

  Snapshots snapshots() {
    return snapshots;
  }

  Effects effects() {
    return effects;
  }

  Stickiness stickiness() {
    return stickiness;
  }

  LeaderPriority precedence() {
    return precedence;
  }

  ServerRole role() {
    return role;
  }

  long term() {
    return termAndVote.term();
  }

  TermAndVote termAndVote() {
    return termAndVote;
  }

  long nowNanos() {
    return nowNanos;
  }

  void advanceTo(long nanos) {
    nowNanos = nanos;
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
        + random.nextLong(options.electionTimeoutMinNanos(), options.electionTimeoutMaxNanos() + 1);
  }

  /** A pre-vote disturbs nobody, so it is repeated sooner than an election. */
  long randomPreVoteDeadline() {
    return nowNanos + random.nextLong(options.heartbeatNanos(), 2 * options.heartbeatNanos() + 1);
  }

  long lastSequence() {
    return lastSequence;
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
    if (durability.covers(upTo, term())) {
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
    termAndVote = new TermAndVote(termAndVote.term(), Optional.of(candidate));
  }

  /** Steps down, or stays down; a later term comes with a vote that is still free (Raft §5.1). */
  Follower becomeFollower(long term, Optional<Member> leader) {
    return becomeFollower(term, leader, role.electionDeadlineNanos());
  }

  /** As above, and waits anew before it campaigns. */
  Follower becomeFollower(long term, Optional<Member> leader, long electionDeadlineNanos) {
    if (term < termAndVote.term()) {
      throw new InvariantViolation("term " + term + " after " + termAndVote);
    }
    if (term > termAndVote.term()) {
      termAndVote = new TermAndVote(term, Optional.empty());
    }
    role.leave(leader);
    Follower next = new Follower(this, leader, electionDeadlineNanos);
    role = next;
    return next;
  }

  /** Gives up this server's term of leadership, and waits anew before it campaigns. */
  void resign(String reason) {
    becomeFollower(term(), Optional.empty(), randomElectionDeadline());
    resignation = Optional.of(reason);
  }

  /** A leader is known again. */
  void endResignation() {
    resignation = Optional.empty();
  }

  void becomePreCandidate() {
    if (term() >= NumberLimits.MAX_TERM) {
      becomeFollower(term(), Optional.empty(), randomElectionDeadline());
      return;
    }
    role.leave(Optional.empty());
    PreCandidate next = new PreCandidate(this);
    role = next;
    next.ask();
  }

  void becomeCandidate() {
    campaign(false);
  }

  /** Campaigns because the leader asked for it. */
  void becomeHeir() {
    campaign(true);
  }

  private void campaign(boolean isTransfer) {
    termAndVote = new TermAndVote(termAndVote.term() + 1, Optional.of(self));
    role.leave(Optional.empty());
    Candidate next = new Candidate(this, isTransfer);
    role = next;
    next.ask();
  }

  void becomeLeader() {
    if (!termAndVote.votedFor().equals(Optional.of(self))) {
      throw new InvariantViolation("leader without its own vote: " + termAndVote);
    }
    endResignation();
    role.leave(Optional.of(self));
    role = new Leader(this);
  }
}
