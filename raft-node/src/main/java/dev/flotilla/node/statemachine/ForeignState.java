package dev.flotilla.node.statemachine;

import java.io.IOException;

/**
 * The directory of a state machine holds the state of another machine, or in another format: the
 * server does not start, and nothing was changed.
 */
public final class ForeignState extends IOException {
  private static final long serialVersionUID = 1L;

  /** With what is there, what was expected, and the remedy. */
  public ForeignState(String message) {
    super(message);
  }
}
