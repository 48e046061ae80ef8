package dev.flotilla.raft.progress;

import dev.flotilla.raft.message.LeaderContact;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.options.RaftOptions;
import java.util.List;
import java.util.Optional;

/**
 * What a leader knows of one follower's log, and what it may send next.
 *
 * <p>While replicating, requests are pipelined: {@code nextIndex} moves on with what is sent,
 * within a window of unanswered requests. After a refusal, or when a follower that still answers
 * heartbeats stays silent about entries, the leader probes: one request at a time, until one of
 * them moves {@code matchIndex}. The window bounds the requests, their entries and their bytes:
 * there is room as long as a request of the largest size would fit. So the bounds hold, but for an
 * entry that alone is larger than a request may be: at most one such is over them. To one whose
 * next entry is gone a {@link SnapshotTransfer} brings what it lacks; until that is done it gets
 * heartbeats only.
 *
 * <p>Internal: public only for the other packages of raft-core.
 */
public final class Progress {
  private enum State {
    PROBE,
    REPLICATE
  }

  private static final long NO_LOAD = 0;

  private final Member member;

  /** The object by which it was asked for last. */
  private Member knownAs;

  private final RaftOptions options;
  private final long heartbeatNanos;

  private State state = State.PROBE;

  // Invariant: matchIndex < nextIndex. matchIndex is known to be synced on the follower.
  private long matchIndex;
  private long nextIndex;

  /**
   * The last position that it has confirmed, also in earlier terms, and the last request that had
   * been sent when that was known. Whatever it answers to a later one, it still has this position.
   */
  private LogPosition confirmed = LogPosition.ORIGIN;

  private long confirmedSequence;
  private boolean hasLostEntries;

  /** The last request that had been sent when the loss was known. */
  private long lostSequence;

  /** With so many entries, or bytes, in flight another request of the largest size has no room. */
  private final int fullEntries;

  private final int fullBytes;

  // The requests with entries that it owes answers to, oldest first, as rings of the same shape: of
  // each its last index, and the bytes of its entries.
  private final long[] inflightLast;
  private final long[] inflightBytes;
  private int oldestInflight;
  private int inflightCount;

  /** The sum of {@link #inflightBytes}. */
  private long bytesInflight;

  /** The index before the first entry of the oldest of them. */
  private long inflightAfter;

  private long newestInflightSequence;

  // Invariant: what a witness gets after this entry holds no commands.
  private long wholeUpTo = Long.MAX_VALUE;

  /** Whether the configuration gives it a vote. */
  private boolean hasVote;

  /** What it reported last; none before its first answer. */
  private int reportedVersion;

  private int reportedPriority = -1;

  /** Since when entries are owed without any progress, and how long that is borne. */
  private long owedSinceNanos;

  private long patienceNanos;

  /** Refusals of requests before this one are about a nextIndex that is history. */
  private long freshFrom;

  private long answeredSequence;
  private long heardNanos;

  /** What its newest answer about this leader was. */
  private LeaderContact contact = LeaderContact.CALLABLE;

  private long callSequence;

  private long loadingFrom = NO_LOAD;
  private Optional<SnapshotTransfer> transfer = Optional.empty();

  public Progress(Member member, RaftOptions options, long nextIndex, long nowNanos) {
    this.member = member;
    this.knownAs = member;
    this.options = options;
    this.heartbeatNanos = options.heartbeatNanos();
    this.nextIndex = nextIndex;
    this.fullEntries = options.maxInflightEntries() - options.maxEntriesPerAppend() + 1;
    this.fullBytes = options.maxInflightBytes() - options.maxBytesPerAppend() + 1;
    this.inflightLast = new long[options.maxInflightAppends()];
    this.inflightBytes = new long[inflightLast.length];
    this.patienceNanos = heartbeatNanos;
    this.heardNanos = nowNanos;
  }

  public Member member() {
    return member;
  }

  /** Whether the object is known to be this member: mostly it is the same as before. */
  @SuppressWarnings("ReferenceEquality") // an object that is not known is compared by is
  public boolean isKnownAs(Member other) {
    return other == member || other == knownAs;
  }

  /** Whether it is this member. */
  public boolean is(Member other) {
    boolean isSame = member.equals(other);
    knownAs = isSame ? other : knownAs;
    return isSame;
  }

  /** Another configuration governs. */
  public void configured(boolean isVoter) {
    hasVote = isVoter;
  }

  /** Whether it has a vote, and gets all entries as they are. */
  public boolean isFullVoter() {
    return hasVote && wholeUpTo == Long.MAX_VALUE;
  }

  /** Whether it has a vote. */
  public boolean hasVote() {
    return hasVote;
  }

  /** Takes note of a version and a priority; whether one differs from what it reported before. */
  public boolean reports(int version, int priority) {
    boolean isNews = version != reportedVersion || priority != reportedPriority;
    reportedVersion = version;
    reportedPriority = priority;
    return isNews;
  }

  /** Whether it gets no commands with entries after this one. */
  public boolean isWitnessAfter(long index) {
    return index >= wholeUpTo;
  }

  /** That stays so when no configuration names it any more. */
  public void becomesWitness(long lastFullIndex) {
    wholeUpTo = lastFullIndex;
  }

  /**
   * Those first entries of some from {@code nextIndex} on that may go in one request: all with
   * commands, or all without.
   *
   * @param lastIndex the last one that it may have
   */
  public List<Entry> alike(List<Entry> entries, long lastIndex) {
    long last = nextIndex > wholeUpTo ? lastIndex : Math.min(lastIndex, wholeUpTo);
    long count = last - nextIndex + 1;
    return count < entries.size() ? entries.subList(0, (int) Math.max(0, count)) : entries;
  }

  public long matchIndex() {
    return matchIndex;
  }

  public long nextIndex() {
    return nextIndex;
  }

  /** The newest request that this follower has answered in this term; 0 if it does not count. */
  public long answeredSequence() {
    return hasLostEntries ? 0 : answeredSequence;
  }

  /** What it has confirmed in this term, or is known to have confirmed in an earlier one. */
  public LogPosition confirmed() {
    return confirmed;
  }

  /** It has confirmed a committed entry to this leader in an earlier term. */
  public void confirmedEarlier(LogPosition position) {
    confirmed = position;
  }

  /** Whether it has lost what it had confirmed, so that it counts for nothing. */
  public boolean hasLostEntries() {
    return hasLostEntries;
  }

  /** It has lost what it had confirmed: nothing of its log is known any more, or sent to it. */
  public void loseEntries(long lastSequence) {
    hasLostEntries = true;
    lostSequence = lastSequence;
    matchIndex = 0;
    clearInflight();
    loadingFrom = NO_LOAD;
    endTransfer();
  }

  /** Whether it shows what it had confirmed; an answer to an earlier request shows nothing. */
  public boolean showsEntries(LogPosition verified, long sequence) {
    return sequence > lostSequence && verified.index() >= confirmed.index();
  }

  /** It holds what it had confirmed, after all. */
  public void holdsEntriesAgain(long lastSequence) {
    hasLostEntries = false;
    probeFrom(confirmed.index() + 1, lastSequence);
  }

  /**
   * Whether a refusal shows that it has lost entries. A log that holds the confirmed position names
   * none before it; an answer to a request that was sent before the confirmation shows nothing.
   *
   * @param hint the last position that may agree, as the follower named it
   */
  public boolean isContradicted(LogPosition hint, long sequence) {
    return !hasLostEntries && sequence > confirmedSequence && hint.index() < confirmed.index();
  }

  /**
   * Whether the entry that it needs next follows on one that is gone.
   *
   * @param baseIndex the last entry that is gone
   */
  public boolean needsSnapshot(long baseIndex) {
    return nextIndex <= baseIndex && !hasLostEntries;
  }

  public long heardNanos() {
    return heardNanos;
  }

  /** Whether a request with entries may leave now. */
  public boolean mayAppend(long lastIndex) {
    return nextIndex <= lastIndex
        && (inflightCount == 0 || (state == State.REPLICATE && hasRoom()))
        && loadingFrom == NO_LOAD
        && !hasLostEntries;
  }

  /** Whether another request of any size may be in flight. */
  private boolean hasRoom() {
    long entries = nextIndex - 1 - inflightAfter;
    return inflightCount < inflightLast.length
        && entries < fullEntries
        && bytesInflight < fullBytes;
  }

  /**
   * A request has left.
   *
   * @param count how many entries it has
   * @param sizeBytes their size
   */
  public void appendSent(int count, long sizeBytes, long sequence, long nowNanos) {
    if (inflightCount == 0) {
      owedSinceNanos = nowNanos;
      inflightAfter = nextIndex - 1;
    }
    long last = nextIndex + count - 1;
    int place = (oldestInflight + inflightCount) % inflightLast.length;
    inflightLast[place] = last;
    inflightBytes[place] = sizeBytes;
    bytesInflight += sizeBytes;
    inflightCount++;
    newestInflightSequence = sequence;
    if (state == State.REPLICATE) {
      nextIndex = last + 1;
    }
  }

  public void loading() {
    loadingFrom = nextIndex;
  }

  public boolean isLoading(long firstIndex) {
    return loadingFrom == firstIndex;
  }

  /** Whether these are the entries that were asked for; they are of use if they still come next. */
  public boolean takesLoaded(long firstIndex) {
    if (loadingFrom != firstIndex) {
      return false;
    }
    loadingFrom = NO_LOAD;
    return nextIndex == firstIndex;
  }

  /** The snapshot that it is being sent. */
  public Optional<SnapshotTransfer> transfer() {
    return transfer;
  }

  /** Entries that are under way, or asked of the disk, are of no use to it any more. */
  public SnapshotTransfer beginTransfer(SnapshotTransfer begun) {
    transfer = Optional.of(begun);
    loadingFrom = NO_LOAD;
    clearInflight();
    return begun;
  }

  public void endTransfer() {
    transfer = Optional.empty();
  }

  public boolean isLoading(SnapshotMetadata snapshot, long offset) {
    return transfer.map(it -> it.isLoading(snapshot, offset)).orElse(false);
  }

  /** The follower has synced a snapshot up to this entry. */
  public void installed(LogPosition last, long lastSequence, long nowNanos) {
    endTransfer();
    if (last.index() > matchIndex) {
      advance(last, lastSequence, nowNanos);
    }
  }

  /** Any answer in this term: the follower lives and accepts this leader. */
  public void heard(long sequence, long nowNanos) {
    answeredSequence = Math.max(answeredSequence, sequence);
    heardNanos = nowNanos;
  }

  /** How the follower stands to this leader; an answer that was overtaken is ignored. */
  public void reported(LeaderContact now, long sequence) {
    if (sequence >= callSequence) {
      callSequence = sequence;
      contact = now;
    }
  }

  /** Whether it has agreed, with its latest word, to miss this leader only after a long time. */
  public boolean agreesToBeQuiet() {
    return contact == LeaderContact.QUIET;
  }

  /** Whether its latest word is not that it cannot call this leader. */
  public boolean callsLeader() {
    return contact != LeaderContact.NOT_CALLABLE;
  }

  /** The follower has verified and synced everything up to an index; that stays true in a term. */
  public void accepted(LogPosition verified, long sequence, long lastSequence, long nowNanos) {
    if (verified.index() > matchIndex) {
      advance(verified, lastSequence, nowNanos);
    } else if (isSilentSince(sequence, nowNanos)) {
      patienceNanos = Math.min(patienceNanos * 2, options.electionTimeoutMaxNanos());
      // What a probe was to find out is still unknown; otherwise it goes on from what is known.
      probeFrom(state == State.PROBE ? nextIndex : matchIndex + 1, lastSequence);
    }
  }

  /**
   * The follower's log does not hold the position before some entries. A stale refusal is ignored.
   *
   * @param retryIndex where the logs may agree, plus one
   */
  public void refused(long retryIndex, long sequence, long lastSequence) {
    if (sequence >= freshFrom) {
      probeFrom(Math.max(retryIndex, matchIndex + 1), lastSequence);
    }
  }

  private void advance(LogPosition verified, long lastSequence, long nowNanos) {
    long index = verified.index();
    if (index >= confirmed.index()) {
      confirmed = verified;
      confirmedSequence = lastSequence;
    }
    if (state == State.PROBE) {
      // What it has in flight does not count into the window: nextIndex has not moved past it.
      clearInflight();
      state = State.REPLICATE;
    }
    transfer = Optional.empty();
    matchIndex = index;
    nextIndex = Math.max(nextIndex, matchIndex + 1);
    owedSinceNanos = nowNanos;
    patienceNanos = heartbeatNanos;
    while (inflightCount > 0 && inflightLast[oldestInflight] <= matchIndex) {
      inflightAfter = inflightLast[oldestInflight];
      bytesInflight -= inflightBytes[oldestInflight];
      oldestInflight = (oldestInflight + 1) % inflightLast.length;
      inflightCount--;
    }
  }

  /** Nothing is owed any more. */
  private void clearInflight() {
    inflightCount = 0;
    bytesInflight = 0;
  }

  /** Entries are owed for too long, though a later request has been answered. */
  private boolean isSilentSince(long sequence, long nowNanos) {
    return inflightCount > 0
        && sequence > newestInflightSequence
        && nowNanos - owedSinceNanos >= patienceNanos;
  }

  private void probeFrom(long index, long lastSequence) {
    state = State.PROBE;
    nextIndex = index;
    clearInflight();
    freshFrom = lastSequence + 1;
  }
}
