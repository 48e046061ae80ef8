package dev.flotilla.node.statemachine;

import java.io.IOException;

/**
 * A snapshot of a state machine cannot be written now, and nothing is wrong with the machine: the
 * node says so, keeps its log, and goes on; it takes another one when that is due.
 */
public final class SnapshotGivenUp extends IOException {
  private static final long serialVersionUID = 1L;

  /** With the reason, for the log of the program. */
  public SnapshotGivenUp(String reason) {
    super(reason);
  }
}
