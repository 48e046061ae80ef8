package dev.flotilla.raft;

import dev.flotilla.raft.effect.ReadOutcome;
import dev.flotilla.raft.message.ReadIndex;
import dev.flotilla.raft.message.ReadIndexResponse;
import dev.flotilla.raft.model.Member;
import java.util.ArrayDeque;
import java.util.Optional;

/**
 * Linearizable reads of one follower under one leader (thesis §6.4), gathered into rounds: reads
 * that arrive while a round is under way share the next one.
 *
 * <p>A read passes through three queues: it waits for a round; the leader is asked, again with each
 * heartbeat interval, since messages get lost; and what the leader has confirmed waits until this
 * server knows it to be committed, so that nothing but applying is left to be done when the read is
 * handed out. Whatever has not got through within one longest election timeout is refused. The
 * number of reads is bounded by the caller of {@link Raft#read}.
 */
final class FollowerReads {
  private record Waiting(long readId, long sinceNanos) {}

  private record Confirmed(long index, Waiting read) {}

  private final Replica replica;
  private final ArrayDeque<Waiting> next = new ArrayDeque<>();
  private final ArrayDeque<Waiting> asked = new ArrayDeque<>();
  private final ArrayDeque<Confirmed> confirmed = new ArrayDeque<>();

  /** The round under way: its requests were sent after every read of it arrived. */
  private long round;

  private long retryNanos;

  FollowerReads(Replica replica) {
    this.replica = replica;
  }

  void add(long readId) {
    next.add(new Waiting(readId, replica.nowNanos));
  }

  boolean isEmpty() {
    return next.isEmpty() && asked.isEmpty() && confirmed.isEmpty();
  }

  boolean isRoundDue() {
    return asked.isEmpty() && !next.isEmpty();
  }

  void startRound(Member leader) {
    asked.addAll(next);
    next.clear();
    round = replica.nextReadRound();
    ask(leader);
  }

  private void ask(Member leader) {
    retryNanos = replica.nowNanos + replica.options.heartbeatNanos();
    replica.send(leader, new ReadIndex(replica.term, round, replica.nextSequence()));
  }

  void answered(ReadIndexResponse response, Optional<Member> leader) {
    if (response.round() != round) {
      return;
    }
    while (!asked.isEmpty()) {
      Waiting read = asked.remove();
      if (response.success()) {
        confirmed.add(new Confirmed(response.index(), read));
      } else {
        refuse(read, leader);
      }
    }
  }

  /** Whether a read that the leader has confirmed is known to be committed here. */
  boolean isReleaseDue() {
    return !confirmed.isEmpty() && confirmed.element().index() <= replica.committed.commitIndex();
  }

  /** Hands those out, whether entries or a snapshot have made it so. */
  void release() {
    while (isReleaseDue()) {
      Confirmed read = confirmed.remove();
      replica.effects.read(new ReadOutcome.Confirmed(read.read().readId(), read.index()));
    }
  }

  void tick(Optional<Member> leader) {
    while (!confirmed.isEmpty() && isLate(confirmed.element().read())) {
      refuse(confirmed.remove().read(), leader);
    }
    refuseLate(asked, leader);
    refuseLate(next, leader);
    if (!asked.isEmpty() && replica.isPast(retryNanos)) {
      leader.ifPresent(this::ask);
    }
  }

  /** When there is something to do here, or later if that is earlier. */
  long deadlineOr(long otherNanos) {
    long deadline = otherNanos;
    if (!asked.isEmpty()) {
      deadline = earlier(deadline, retryNanos);
      deadline = earlier(deadline, limit(asked.element()));
    }
    if (!confirmed.isEmpty()) {
      deadline = earlier(deadline, limit(confirmed.element().read()));
    }
    return deadline;
  }

  void refuseAll(Optional<Member> leader) {
    confirmed.forEach(it -> refuse(it.read(), leader));
    asked.forEach(it -> refuse(it, leader));
    next.forEach(it -> refuse(it, leader));
  }

  private void refuseLate(ArrayDeque<Waiting> reads, Optional<Member> leader) {
    while (!reads.isEmpty() && isLate(reads.element())) {
      refuse(reads.remove(), leader);
    }
  }

  private void refuse(Waiting read, Optional<Member> leader) {
    replica.effects.read(new ReadOutcome.Refused(read.readId(), leader));
  }

  private boolean isLate(Waiting read) {
    return replica.isPast(limit(read));
  }

  private long limit(Waiting read) {
    return read.sinceNanos() + replica.timeout.maxNanos();
  }

  private static long earlier(long nanos, long otherNanos) {
    return nanos - otherNanos < 0 ? nanos : otherNanos;
  }
}
