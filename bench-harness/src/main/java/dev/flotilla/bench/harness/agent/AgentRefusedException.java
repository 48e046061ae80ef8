package dev.flotilla.bench.harness.agent;

import java.io.IOException;
import java.io.Serial;

/** An agent cannot do what was asked, or there are not the agents that were asked for. */
public final class AgentRefusedException extends IOException {
  @Serial private static final long serialVersionUID = 1;

  /** Says which agent, why, and what to do. */
  public AgentRefusedException(String message) {
    super(message);
  }

  /** Likewise, and keeps the reason. */
  public AgentRefusedException(String message, Throwable cause) {
    super(message, cause);
  }
}
