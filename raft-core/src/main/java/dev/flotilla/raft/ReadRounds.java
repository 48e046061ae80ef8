package dev.flotilla.raft;

import dev.flotilla.raft.model.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Linearizable reads of one leader (ReadIndex, thesis §6.4), gathered into rounds: reads that
 * arrive while a round is under way share the next one.
 */
final class ReadRounds {
  /** Rounds of one follower that wait at once; it has one under way, and repeats its question. */
  static final int MAX_QUESTIONS_PER_FOLLOWER = 32;

  /** Those that wait for a round. */
  List<Reader> waiting = new ArrayList<>();

  private List<Reader> inRound = new ArrayList<>();

  /** Whether a round is under way. */
  boolean isUnderWay;

  /** The first request of the round under way: it was sent after every read of it arrived. */
  private long roundSequence;

  private long roundIndex;

  void add(Reader reader) {
    waiting.add(reader);
  }

  /** Whether a follower has asked so often that it gets no further answer for now. */
  boolean isTooMuchOf(Member follower) {
    long open =
        Stream.concat(waiting.stream(), inRound.stream())
            .filter(it -> it instanceof Reader.Peer peer && peer.member().equals(follower))
            .count();
    return open >= MAX_QUESTIONS_PER_FOLLOWER;
  }

  boolean isRoundDue() {
    return !isUnderWay && !waiting.isEmpty();
  }

  /**
   * Puts all waiting reads into a round.
   *
   * @param firstSequence a number that no request sent so far has
   * @param commitIndex what the leader knows to be committed now
   */
  void start(long firstSequence, long commitIndex) {
    List<Reader> started = waiting;
    waiting = inRound;
    inRound = started;
    isUnderWay = true;
    roundSequence = firstSequence;
    roundIndex = commitIndex;
  }

  /** A quorum has answered requests with this number or later ones. */
  void answered(long agreedSequence, Replica replica) {
    if (!isUnderWay || agreedSequence < roundSequence) {
      return;
    }
    for (Reader reader : inRound) {
      reader.confirmed(roundIndex, replica);
    }
    inRound.clear();
    isUnderWay = false;
  }

  /** The leader's office has ended. */
  void refuseAll(Optional<Member> leader, Replica replica) {
    inRound.forEach(reader -> reader.refused(leader, replica));
    waiting.forEach(reader -> reader.refused(leader, replica));
  }
}
