package dev.flotilla.raft.progress;

import dev.flotilla.raft.message.InstallSnapshotResponse;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.options.RaftOptions;

/**
 * One snapshot on its way to one follower: a piece at a time, from wherever the follower says it
 * wants to go on, which is what it has after a break.
 *
 * <p>Internal: public only for the other packages of raft-core.
 */
public final class SnapshotTransfer {
  private enum State {
    IDLE,
    LOADING,
    SENT
  }

  /** For so many longest election timeouts a slow disk may be at one piece. */
  private static final int BEARABLE_TIMEOUTS = 30;

  private final SnapshotMetadata snapshot;
  private final RaftOptions options;
  private final SnapshotPace pace;

  private State state = State.IDLE;
  private long offset;
  private long sentNanos;
  private long patienceNanos;

  /** Since when a piece is owed an answer, if one is. */
  private long owedSinceNanos;

  private boolean isOwed;

  /** Whether what had arrived was given up, and no more than the first piece has come since. */
  private boolean isSetBack;

  /** Answers to requests up to this one are of another transfer, or overtaken. */
  private long answeredSequence;

  public SnapshotTransfer(SnapshotMetadata snapshot, RaftOptions options, long lastSequence) {
    this.snapshot = snapshot;
    this.options = options;
    this.pace = new SnapshotPace(options.compaction());
    this.answeredSequence = lastSequence;
    this.patienceNanos = options.electionTimeoutMinNanos();
  }

  public SnapshotMetadata snapshot() {
    return snapshot;
  }

  /** How fast it goes. */
  public SnapshotPace pace() {
    return pace;
  }

  public long offset() {
    return offset;
  }

  /** Whether the next piece may be asked of the disk. */
  public boolean isIdle() {
    return state == State.IDLE;
  }

  public void loading() {
    state = State.LOADING;
  }

  /** Whether a piece was asked of the disk for this follower. */
  boolean isLoading(SnapshotMetadata wanted, long from) {
    return state == State.LOADING && snapshot.equals(wanted) && offset == from;
  }

  public void sent(long nowNanos) {
    state = State.SENT;
    sentNanos = nowNanos;
    if (!isOwed) {
      isOwed = true;
      owedSinceNanos = nowNanos;
    }
  }

  /**
   * Whether the follower takes it. One without room may answer as well, again and again: it takes a
   * first piece, finds that the rest does not fit, and asks for the first piece.
   */
  public boolean isTaken(long nowNanos) {
    long bearableNanos = BEARABLE_TIMEOUTS * options.electionTimeoutMaxNanos();
    return !isSetBack && !(isOwed && nowNanos - owedSinceNanos >= bearableNanos);
  }

  /** Sends again what was not answered for too long. */
  public void tick(long nowNanos) {
    if (state == State.SENT && nowNanos - sentNanos >= patienceNanos) {
      state = State.IDLE;
      patienceNanos = Math.min(patienceNanos * 2, options.electionTimeoutMaxNanos() * 2);
    }
  }

  /** Whether an answer is the newest so far to a request of this transfer. */
  public boolean isNews(InstallSnapshotResponse response) {
    return response.sequence() > answeredSequence;
  }

  /** The follower wants to go on from somewhere. */
  public void answered(InstallSnapshotResponse response) {
    answeredSequence = response.sequence();
    if (response.nextOffset() < snapshot.sizeBytes()) {
      patienceNanos = options.electionTimeoutMinNanos();
      note(response.nextOffset());
      offset = response.nextOffset();
      state = State.IDLE;
    }
  }

  private void note(long nextOffset) {
    isOwed &= nextOffset == offset;
    isSetBack = nextOffset < offset || (isSetBack && (nextOffset == offset || offset == 0));
  }
}
