package dev.flotilla.order.bench;

import dev.flotilla.order.ProcessGroup;
import dev.flotilla.order.live.ProtocolKind;

/**
 * What a broadcast costs in steps and messages, and how long that takes on a middleware.
 *
 * <p>A step is a message that waits for another one; the steps count until the last process has
 * delivered. Messages of failure detectors are not counted. The process that coordinates is the
 * sequencer, the coordinator of the first round, or Raft's leader; Skeen's protocol has none.
 *
 * @param protocol the protocol
 * @param size the number of processes
 */
public record CostModel(ProtocolKind protocol, int size) {
  /** Rejects a group that cannot be. */
  public CostModel {
    new ProcessGroup(0, size);
  }

  /** The steps of a broadcast of a process that does not coordinate. */
  public int steps() {
    return switch (protocol) {
      case SEQUENCER -> 2;
      case SKEEN -> 3;
      case CHANDRA_TOUEG, RAFT -> 4;
    };
  }

  /** The steps of a broadcast of the process that coordinates: its first message is no step. */
  public int coordinatorSteps() {
    return protocol == ProtocolKind.SKEEN ? steps() : steps() - 1;
  }

  /**
   * The steps from the broadcast of a client outside of the group to the first reply (case A). The
   * process that coordinates delivers first. In Skeen's protocol all servers deliver after as many
   * steps.
   */
  public int broadcastingClientSteps() {
    return protocol == ProtocolKind.SEQUENCER ? 2 : 4;
  }

  /**
   * The steps from a client's request to the reply, if it asks a server that does not coordinate
   * (case B). If it asks the one that does, they are {@link #broadcastingClientSteps}.
   */
  public int askingClientSteps() {
    return protocol == ProtocolKind.SKEEN
        ? broadcastingClientSteps()
        : broadcastingClientSteps() + 2;
  }

  /** The messages of a broadcast of a process that does not coordinate. */
  public int messages() {
    int others = size - 1;
    return switch (protocol) {
      case SEQUENCER -> 2 * others;
      case SKEEN -> 3 * others;
      case CHANDRA_TOUEG -> 4 * others;
      case RAFT -> 3 * others + 1;
    };
  }

  /** The messages of a broadcast of the process that coordinates. */
  public int coordinatorMessages() {
    return protocol == ProtocolKind.RAFT ? messages() - 1 : messages();
  }

  /** The messages of a closed system in which each process broadcasts once: n times as many. */
  public int turnMessages() {
    return (size - 1) * messages() + coordinatorMessages();
  }

  /** The steps of a broadcast of a closed system, on average over a turn of all processes. */
  public double averageSteps() {
    return ((size - 1.0) * steps() + coordinatorSteps()) / size;
  }

  /**
   * The thesis's prediction for a broadcast: all messages one after another, as on one cable and
   * one processor. A message takes half of a ping.
   *
   * @param pingNanos the time of a ping of the same size on the middleware
   */
  public double sequentialNanos(double pingNanos) {
    return (double) turnMessages() / size * pingNanos / 2;
  }

  /**
   * The least time of a broadcast: the messages of a step are all under way at once.
   *
   * @param pingNanos the time of a ping of the same size on the middleware
   */
  public double parallelNanos(double pingNanos) {
    return averageSteps() * pingNanos / 2;
  }
}
