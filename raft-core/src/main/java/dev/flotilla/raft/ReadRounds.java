package dev.flotilla.raft;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Linearizable reads of one leader (ReadIndex, thesis §6.4), gathered into rounds: reads that
 * arrive while a round is under way share the next one.
 */
final class ReadRounds {
  private static final long NO_ROUND = 0;

  private List<Long> waiting = new ArrayList<>();
  private List<Long> inRound = new ArrayList<>();

  /** The first request of the round under way: it was sent after every read of it arrived. */
  private long roundSequence = NO_ROUND;

  private long roundIndex;

  void add(long readId) {
    waiting.add(readId);
  }

  boolean isRoundUnderWay() {
    return roundSequence != NO_ROUND;
  }

  boolean isRoundDue() {
    return !isRoundUnderWay() && !waiting.isEmpty();
  }

  /**
   * Puts all waiting reads into a round.
   *
   * @param firstSequence a number that no request sent so far has
   * @param commitIndex what the leader knows to be committed now
   */
  void start(long firstSequence, long commitIndex) {
    List<Long> started = waiting;
    waiting = inRound;
    inRound = started;
    roundSequence = firstSequence;
    roundIndex = commitIndex;
  }

  /** A quorum has answered requests with this number or later ones. */
  void answered(long agreedSequence, Effects effects) {
    if (!isRoundUnderWay() || agreedSequence < roundSequence) {
      return;
    }
    for (long readId : inRound) {
      effects.read(new ReadOutcome.Confirmed(readId, roundIndex));
    }
    inRound.clear();
    roundSequence = NO_ROUND;
  }

  /** The leader's office has ended. */
  void refuseAll(Optional<Member> leader, Effects effects) {
    for (long readId : inRound) {
      effects.read(new ReadOutcome.Refused(readId, leader));
    }
    for (long readId : waiting) {
      effects.read(new ReadOutcome.Refused(readId, leader));
    }
  }
}
