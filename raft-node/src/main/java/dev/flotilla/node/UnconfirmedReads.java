package dev.flotilla.node;

import dev.flotilla.node.loop.NodeLifecycle;
import dev.flotilla.node.outcome.Freshness;
import dev.flotilla.node.outcome.QueryOutcome;
import dev.flotilla.node.request.ApplyRequest;
import dev.flotilla.node.request.Read;
import dev.flotilla.raft.Raft;
import dev.flotilla.raft.effect.ReadOutcome;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Questions that wait for a leader's confirmation, and the newest confirmation there was.
 *
 * <p><b>Age.</b> A confirmation says: a state that has applied its index holds every command that
 * was acknowledged before the confirmation began (safety rule 10). That stays true, whoever leads
 * by then and whatever other clocks do. So a state that has applied that index is no older than the
 * time since, on this server's monotonic clock. It is counted from before the question was handed
 * to the core, not from an answer, since an answer may have been under way for long. A heartbeat
 * proves nothing of the kind: it may be late, or of a leader that was deposed.
 *
 * <p>Of the group thread. Bounded by {@link GroupLoop#MAX_UNCONFIRMED_READS} and {@link
 * GroupLoop#MAX_UNCONFIRMED_READ_BYTES}.
 */
final class UnconfirmedReads {
  private record Asked(Read<?> read, long sinceNanos) {}

  private final NodeQueues queues;
  private final NodeLifecycle life;
  private final int maxBytes;
  private final Map<Long, Asked> asked = new HashMap<>();
  private long bytes;
  private long lastId;
  private boolean hasConfirmation;
  private long confirmedIndex;
  private long confirmedSinceNanos;

  UnconfirmedReads(NodeQueues queues, NodeLifecycle life) {
    this.queues = queues;
    this.life = life;
    this.maxBytes = Math.min(queues.maxBytes, GroupLoop.MAX_UNCONFIRMED_READ_BYTES);
  }

  /**
   * Answers from the newest confirmation if that is new enough, and otherwise asks for another.
   *
   * @param nowNanos a time after the question arrived and before this
   * @param commitIndex what is known to be committed here
   */
  void take(Read<?> read, Raft raft, long nowNanos, long commitIndex) {
    Freshness wanted = read.freshness();
    boolean isFresh =
        wanted.level() == Freshness.Level.BOUNDED
            && hasConfirmation
            && nowNanos - confirmedSinceNanos <= wanted.maxAgeNanos()
            && wanted.seenIndex() <= Math.max(commitIndex, confirmedIndex);
    if (isFresh) {
      handOver(read, confirmedIndex, confirmedSinceNanos);
      return;
    }
    int maxReads = GroupLoop.MAX_UNCONFIRMED_READS;
    if (asked.size() >= maxReads || bytes + read.sizeBytes() > maxBytes) {
      read.answer(
          new QueryOutcome.Busy<>(
              maxReads + " reads, or " + maxBytes + " bytes of them, wait already"));
      return;
    }
    lastId++;
    asked.put(lastId, new Asked(read, nowNanos));
    bytes += read.sizeBytes();
    raft.read(lastId);
  }

  void end(ReadOutcome outcome) {
    Asked one = asked.remove(outcome.readId());
    if (one == null) {
      throw new IllegalStateException("no read has the number " + outcome.readId());
    }
    Read<?> read = one.read();
    bytes -= read.sizeBytes();
    if (outcome instanceof ReadOutcome.Refused refused) {
      read.answer(new QueryOutcome.NotLeader<>(refused.leader()));
    } else if (outcome instanceof ReadOutcome.Confirmed confirmed) {
      note(confirmed.index(), one.sinceNanos());
      handOver(read, confirmed.index(), one.sinceNanos());
    }
  }

  private void note(long index, long sinceNanos) {
    if (!hasConfirmation || sinceNanos - confirmedSinceNanos > 0) {
      hasConfirmation = true;
      confirmedIndex = index;
      confirmedSinceNanos = sinceNanos;
    }
  }

  private void handOver(Read<?> read, long confirmed, long sinceNanos) {
    long seen = read.freshness().seenIndex();
    boolean isStale = read.freshness().level() != Freshness.Level.LINEARIZABLE;
    if (isStale && seen > Math.max(confirmed, queues.appliedIndex.get())) {
      read.answer(
          new QueryOutcome.Unanswerable<>(
              "the client has seen index "
                  + seen
                  + ", which this group has not reached ("
                  + confirmed
                  + " is committed); connect again"));
      return;
    }
    long index = Math.max(confirmed, isStale ? seen : 0);
    ApplyRequest.Answer request = new ApplyRequest.Answer(read, index, OptionalLong.of(sinceNanos));
    switch (queues.questions.offer(request)) {
      case TAKEN -> {}
      case FULL -> read.answer(new QueryOutcome.Busy<>(Outcomes.limit(queues.questions)));
      case CLOSED -> read.answer(new QueryOutcome.Unanswered<>(life.reason()));
    }
  }

  void abandon(String reason) {
    asked.values().forEach(one -> one.read().answer(new QueryOutcome.Unanswered<>(reason)));
    asked.clear();
  }
}
