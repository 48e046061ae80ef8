package dev.flotilla.node;

import dev.flotilla.node.loop.Clock;
import dev.flotilla.node.loop.Mailbox;
import dev.flotilla.node.loop.NodeLifecycle;
import dev.flotilla.node.loop.NodeLoop;
import dev.flotilla.node.outcome.Dated;
import dev.flotilla.node.outcome.ExecutedCommand;
import dev.flotilla.node.outcome.Freshness;
import dev.flotilla.node.outcome.QueryOutcome;
import dev.flotilla.node.request.AppliedState;
import dev.flotilla.node.request.ApplyRequest;
import dev.flotilla.node.request.Read;
import dev.flotilla.node.statemachine.Inquiry;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.raft.RaftStatus;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Member;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Questions to the replicated state, each with a {@link Freshness}, answered with the index and the
 * age of the state.
 *
 * <p>Any thread may call; nothing blocks. An answer is given once, on a thread of the node or
 * before the method returns. The queues are those of {@link RaftNode}, bounded as there. A witness
 * has no state and answers {@code NotLeader}; so does whoever is no member.
 */
public final class Reads {
  private final Member self;
  private final NodeQueues queues;
  private final NodeLifecycle life;
  private final Supplier<RaftStatus> status;
  private final Clock clock;

  Reads(
      Member self,
      NodeQueues queues,
      NodeLifecycle life,
      Supplier<RaftStatus> status,
      Clock clock) {
    this.self = self;
    this.queues = queues;
    this.life = life;
    this.status = status;
    this.clock = clock;
  }

  /**
   * Asks the state machine.
   *
   * @param query at most {@link RaftNode#MAX_COMMAND_BYTES}
   */
  public void query(
      Bytes query, Freshness freshness, Consumer<? super QueryOutcome<Dated<Result>>> answer) {
    if (query.size() > RaftNode.MAX_COMMAND_BYTES) {
      NodeLoop.callBack(answer, Outcomes.tooLarge(query));
      return;
    }
    ask(state -> state.query(query), query.size(), freshness, answer);
  }

  /** Finds the command that was executed under a uid, as {@link RaftNode#find}. */
  public void find(
      String uid,
      Freshness freshness,
      Consumer<? super QueryOutcome<Dated<Optional<ExecutedCommand>>>> answer) {
    ask(state -> state.find(uid), uid.length(), freshness, answer);
  }

  /** Finds the last client command that was applied, as {@link RaftNode#findLatest}. */
  public void latest(
      Freshness freshness,
      Consumer<? super QueryOutcome<Dated<Optional<ExecutedCommand>>>> answer) {
    ask(AppliedState::latest, 0, freshness, answer);
  }

  private <T> void ask(
      Function<AppliedState, Inquiry<T>> question,
      int sizeBytes,
      Freshness freshness,
      Consumer<? super QueryOutcome<Dated<T>>> answer) {
    Consumer<QueryOutcome<Dated<T>>> checked = outcome -> answer.accept(ofHolder(outcome));
    Read<Dated<T>> read =
        new Read<>(state -> dated(question, state), sizeBytes, checked, freshness);
    RaftStatus now = status.get();
    if (!holdsState(now)) {
      read.answer(new QueryOutcome.NotLeader<>(now.leader()));
      return;
    }
    // What is not known to be committed here may never come; a leader's confirmation tells.
    boolean isLocal =
        freshness.level() == Freshness.Level.LOCAL
            && freshness.seenIndex() <= Math.max(now.commitIndex(), queues.appliedIndex.get());
    if (isLocal) {
      deliver(read, queues.questions, new ApplyRequest.Answer(read, freshness.seenIndex()));
    } else {
      deliver(read, queues.clients, read);
    }
  }

  /** One that was removed may have been a witness, whose state is empty whatever its index. */
  private boolean holdsState(RaftStatus now) {
    return now.configuration().isMember(self) && !now.configuration().isWitness(self);
  }

  /** Whoever has been made a witness meanwhile may have lost its state meanwhile. */
  private <T> QueryOutcome<T> ofHolder(QueryOutcome<T> outcome) {
    RaftStatus now = status.get();
    return outcome instanceof QueryOutcome.Answered<T> && !holdsState(now)
        ? new QueryOutcome.NotLeader<>(now.leader())
        : outcome;
  }

  private <Q> void deliver(Read<?> read, Mailbox<? super Q> queue, Q item) {
    switch (queue.offer(item)) {
      case TAKEN -> {}
      case FULL -> read.answer(new QueryOutcome.Busy<>(Outcomes.limit(queue)));
      case CLOSED -> read.answer(new QueryOutcome.Unanswered<>(life.reason()));
    }
  }

  /** The index is that of the first slice: the answer may be of a later state, never an earlier. */
  private <T> Inquiry<Dated<T>> dated(
      Function<AppliedState, Inquiry<T>> question, AppliedState state) {
    long index = queues.appliedIndex.get();
    OptionalLong provenNanos = state.provenNanos();
    return question
        .apply(state)
        .map(
            value ->
                new Dated<>(
                    value,
                    index,
                    provenNanos.isPresent()
                        ? OptionalLong.of(Math.max(0, clock.nanoTime() - provenNanos.getAsLong()))
                        : OptionalLong.empty()));
  }
}
