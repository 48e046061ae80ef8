package dev.flotilla.order.protocol;

import dev.flotilla.order.MessageId;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.LogPosition;
import java.util.List;
import java.util.Optional;

/** What processes send each other. Sender and receiver are beside the message, not in it. */
public sealed interface OrderMessage {
  /** Which message this is about, if it is what the message's origin sends to all. */
  default Optional<MessageId> ofOrigin() {
    if (this instanceof Content content) {
      return Optional.of(content.id());
    }
    if (this instanceof Stamped stamp) {
      return Optional.of(stamp.id());
    }
    return this instanceof Submitted submitted
        ? Optional.of(submitted.content().id())
        : Optional.empty();
  }

  /**
   * A message that an application broadcast; all protocols but Raft begin with it.
   *
   * @param id identifies it
   * @param body what was broadcast
   */
  record Content(MessageId id, Bytes body) implements OrderMessage {}

  /**
   * Sequencer: the place of a message in the order.
   *
   * @param id which message
   * @param number its place, from 0
   */
  record Numbered(MessageId id, long number) implements OrderMessage {}

  /**
   * Skeen: the logical time at which a process received a message, for the message's origin.
   *
   * @param id which message
   * @param time the time there
   */
  record Received(MessageId id, long time) implements OrderMessage {}

  /**
   * Skeen: the final time stamp of a message.
   *
   * @param id which message
   * @param time the largest of the times at which it was received
   */
  record Stamped(MessageId id, long time) implements OrderMessage {}

  /**
   * Chandra-Toueg: what a process would decide, for the coordinator of a round after the first.
   *
   * @param step the instance of consensus and its round
   * @param adoptedRound the round whose proposal it acknowledged last, or -1
   * @param batch the estimate
   * @param contents the messages in it
   */
  record Estimate(Step step, int adoptedRound, Batch batch, List<Content> contents)
      implements OrderMessage {
    /** Copies the list. */
    public Estimate {
      contents = List.copyOf(contents);
    }
  }

  /**
   * Chandra-Toueg: the coordinator of a round asks for estimates.
   *
   * @param step the instance and the round
   */
  record Poll(Step step) implements OrderMessage {}

  /**
   * Chandra-Toueg: what the coordinator of a round proposes.
   *
   * @param step the instance and the round
   * @param batch what is proposed
   * @param contents the messages in it; in the first round, only those of origins outside of the
   *     group, since all processes get the others
   * @param stable all processes have decided the instances before this one
   */
  record Proposal(Step step, Batch batch, List<Content> contents, long stable)
      implements OrderMessage {
    /** Copies the list. */
    public Proposal {
      contents = List.copyOf(contents);
    }
  }

  /**
   * Chandra-Toueg: the sender has adopted the proposal of a round, has the messages in it, and has
   * decided all earlier instances.
   *
   * @param step the instance and the round
   */
  record Adopted(Step step) implements OrderMessage {}

  /**
   * Chandra-Toueg: the decision of an instance.
   *
   * @param instance which instance
   * @param batch what was decided
   * @param contents the messages in it; if the instance ended in its first round, none, or those of
   *     origins outside of the group
   */
  record Decided(long instance, Batch batch, List<Content> contents) implements OrderMessage {
    /** Copies the list. */
    public Decided {
      contents = List.copyOf(contents);
    }
  }

  /**
   * Raft: asks the leader to order a message.
   *
   * @param content the message
   */
  record Submitted(Content content) implements OrderMessage {}

  /**
   * Raft: what members of the group tell each other.
   *
   * @param message a message of raft-core
   */
  record Peer(Message message) implements OrderMessage {}

  /**
   * Raft: the leader has committed its log up to a position, and does not wait until the next
   * heartbeat to tell it.
   *
   * @param position the last committed entry
   */
  record Committed(LogPosition position) implements OrderMessage {}

  /** Says that its sender lives, for failure detectors; protocols never get it. */
  record Heartbeat() implements OrderMessage {}

  /**
   * A round of an instance of consensus.
   *
   * @param instance instances decide one after another, from 0
   * @param round rounds of an instance, from 0, each with another coordinator
   */
  record Step(long instance, int round) {
    /** Rejects negative numbers. */
    public Step {
      if (instance < 0 || round < 0) {
        throw new IllegalArgumentException(
            "instance %s, round %s: both must be at least 0".formatted(instance, round));
      }
    }
  }

  /**
   * What consensus decides: messages in the order of their delivery.
   *
   * @param proposer the process that put it together; it coordinates the next instance first
   * @param ids the messages
   */
  record Batch(int proposer, List<MessageId> ids) {
    /** Copies the list. */
    public Batch {
      ids = List.copyOf(ids);
    }
  }
}
