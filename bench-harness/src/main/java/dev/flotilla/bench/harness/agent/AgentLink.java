package dev.flotilla.bench.harness.agent;

import dev.flotilla.bench.HostLostException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.reflect.Method;
import java.net.URI;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A manager's side of the conversation with one agent. An agent that does not answer twice in a row
 * is lost for good.
 *
 * <p><b>Thread.</b> Any thread; a call waits for the one before it, and then for its answer. {@link
 * #requireReachable} does not block.
 */
final class AgentLink {
  private final AgentCalls calls;
  private final URI address;
  private final UUID manager;
  private final Agent agent = AgentOperations.agent(this::call);
  private final Agent onceOnly = AgentOperations.agent(this::exchange);
  private final AgentDescription description;
  private volatile @Nullable HostLostException lost;

  /** Guarded by this. */
  private boolean closed;

  /**
   * Asks an agent what it is; blocks until it has answered.
   *
   * @throws IOException if it does not; the message names it
   */
  AgentLink(AgentCalls calls, URI address, UUID manager) throws IOException {
    this.calls = calls;
    this.address = address;
    this.manager = manager;
    this.description = onceOnly.attach();
  }

  /**
   * The agent. Its methods throw an {@link AgentRefusedException} if it cannot do what is asked,
   * which names it and says why, and a {@link HostLostException} if it does not answer.
   */
  Agent agent() {
    return agent;
  }

  /** What the agent has said of itself. */
  AgentDescription description() {
    return description;
  }

  /** What messages call it. */
  @Override
  public String toString() {
    return "agent at " + description.address();
  }

  /** Calls a method of the agent. */
  synchronized Object call(Method method, List<Object> arguments) throws IOException {
    requireReachable();
    if (closed) {
      throw new IOException(this + " is not asked any more: the benchmark is ending");
    }
    // A connection may break just when a request is sent; but a server must not start twice.
    int tries = method.isAnnotationPresent(Agent.Once.class) ? 1 : 2;
    for (int tried = 1; ; tried++) {
      try {
        return exchange(method, arguments);
      } catch (AgentRefusedException | InterruptedIOException e) {
        throw e;
      } catch (IOException e) {
        if (tried == tries) {
          HostLostException failure =
              new HostLostException(
                  "%s was lost: %s; see what it printed on its host".formatted(this, reason(e)), e);
          lost = failure;
          throw failure;
        }
      }
    }
  }

  /** Without the agent's name, which the message has already. */
  private static String reason(IOException failure) {
    Throwable cause = failure.getCause();
    String said = cause == null ? null : cause.getMessage();
    return said == null ? String.valueOf(failure.getMessage()) : said;
  }

  private Object exchange(Method method, List<Object> arguments) throws IOException {
    return calls.call(address, method, new AgentOperations.Request(manager, arguments));
  }

  /** Renews the lease; a failure shows at the next call. */
  void renew() {
    try {
      if (lost == null) {
        agent.renewLease();
      }
    } catch (IOException e) {
      // Kept, unless the benchmark is ending anyway.
    }
  }

  /** Ends everything that was started there; an agent that is not reached does it by the lease. */
  synchronized void close() {
    if (lost == null && !closed) {
      try {
        onceOnly.goodbye();
      } catch (IOException e) {
        // Its lease ends.
      }
    }
    closed = true;
  }

  boolean isLost() {
    return lost != null;
  }

  void requireReachable() throws HostLostException {
    HostLostException failure = lost;
    if (failure != null) {
      throw new HostLostException(String.valueOf(failure.getMessage()), failure);
    }
  }
}
