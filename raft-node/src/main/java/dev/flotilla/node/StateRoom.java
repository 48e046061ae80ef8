package dev.flotilla.node;

import dev.flotilla.node.loop.Clock;
import dev.flotilla.node.statemachine.Room;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the log thread how much room the state machine has: unless it has enough, this server
 * counts as one whose disk is full (safety rule 11). Owner: the apply thread.
 */
final class StateRoom {
  /** Between two questions while there is not enough and nothing else to do. */
  static final long RETRY_NANOS = 1_000_000_000;

  private static final Logger LOG = LoggerFactory.getLogger(StateRoom.class);

  private final NodeQueues queues;
  private final Clock clock;

  /** Unless it is enough, each {@link #look} counts. */
  Room told = Room.ENOUGH;

  /** When it was last as bad as was told. */
  private long asBadAtNanos;

  /** When to ask again. */
  long retryAtNanos = Long.MAX_VALUE;

  StateRoom(NodeQueues queues, Clock clock) {
    this.queues = queues;
    this.clock = clock;
  }

  /**
   * How it stands. What is worse counts at once; what is better when it has been so for as long as
   * {@link #RETRY_NANOS}: a disk at the limit would say something else with each batch.
   *
   * @param now what the machine says
   */
  Room look(Room now) {
    long nowNanos = clock.nanoTime();
    boolean isBetter = now.compareTo(told) < 0;
    if (!isBetter || nowNanos - asBadAtNanos >= RETRY_NANOS) {
      asBadAtNanos = nowNanos;
      tell(now);
    }
    retryAtNanos = told == Room.ENOUGH ? Long.MAX_VALUE : nowNanos + RETRY_NANOS;
    return told;
  }

  private void tell(Room now) {
    if (now == told) {
      return;
    }
    told = now;
    switch (now) {
      case ENOUGH -> LOG.info("There is room for the state machine again");
      case LITTLE -> LOG.warn("There is little room for the state machine: commands are refused");
      case NONE -> LOG.warn("There is no room for the state machine: nothing is applied for now");
    }
    queues.stateRoom = now;
    queues.logBell.ring();
    queues.changed();
  }
}
