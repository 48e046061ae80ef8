package dev.flotilla.raft.effect;

import dev.flotilla.raft.model.Member;
import java.util.Optional;

/** The end of a linearizable read that was asked for with {@link dev.flotilla.raft.Raft#read}. */
public sealed interface ReadOutcome {
  /** The number under which the read was asked for. */
  long readId();

  /**
   * The read may be answered from any state at or after an index (thesis §6.4).
   *
   * @param readId the number under which the read was asked for
   * @param index the state machine must have applied this entry before it answers
   */
  record Confirmed(long readId, long index) implements ReadOutcome {}

  /**
   * This server cannot confirm the read.
   *
   * @param readId the number under which the read was asked for
   * @param leader the leader as far as known here
   */
  record Refused(long readId, Optional<Member> leader) implements ReadOutcome {}
}
