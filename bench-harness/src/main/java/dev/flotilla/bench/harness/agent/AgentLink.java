package dev.flotilla.bench.harness.agent;

import dev.flotilla.bench.HostLostException;
import dev.flotilla.bench.harness.agent.AgentOperations.Call;
import dev.flotilla.bench.harness.agent.AgentOperations.Nothing;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
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
  private final AgentDescription description;
  private volatile @Nullable HostLostException lost;

  /** Guarded by this. */
  private boolean closed;

  private AgentLink(AgentCalls calls, URI address, UUID manager, AgentDescription description) {
    this.calls = calls;
    this.address = address;
    this.manager = manager;
    this.description = description;
  }

  /**
   * Asks an agent what it is; blocks until it has answered.
   *
   * @throws IOException if it does not; the message names it
   */
  static AgentLink attach(AgentCalls calls, URI address, UUID manager) throws IOException {
    AgentRequest<Nothing> request = new AgentRequest<>(manager, Nothing.NOTHING);
    return new AgentLink(
        calls, address, manager, calls.call(address, AgentOperations.ATTACH, request));
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

  /**
   * Calls an operation.
   *
   * @throws AgentRefusedException if the agent cannot do it; the message names it and says why
   * @throws HostLostException if it does not answer
   */
  synchronized <Q, A> A call(Call<Q, A> call, Q content) throws IOException {
    requireReachable();
    if (closed) {
      throw new IOException(this + " is not asked any more: the benchmark is ending");
    }
    try {
      return exchange(call, content);
    } catch (AgentRefusedException | InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      return tryAgain(call, content, e);
    }
  }

  /** A connection may break just when a request is sent; but a server must not start twice. */
  private <Q, A> A tryAgain(Call<Q, A> call, Q content, IOException first) throws IOException {
    try {
      if (call.equals(AgentOperations.START)) {
        throw first;
      }
      return exchange(call, content);
    } catch (AgentRefusedException | InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      HostLostException failure =
          new HostLostException(
              "%s was lost: %s; see what it printed on its host".formatted(this, reason(e)), e);
      lost = failure;
      throw failure;
    }
  }

  /** Without the agent's name, which the message has already. */
  private static String reason(IOException failure) {
    Throwable cause = failure.getCause();
    String said = cause == null ? null : cause.getMessage();
    return said == null ? String.valueOf(failure.getMessage()) : said;
  }

  private <Q, A> A exchange(Call<Q, A> call, Q content) throws IOException {
    return calls.call(address, call, new AgentRequest<>(manager, content));
  }

  /** Renews the lease; a failure shows at the next call. */
  void renew() {
    try {
      if (lost == null) {
        call(AgentOperations.RENEW, Nothing.NOTHING);
      }
    } catch (IOException e) {
      // Kept, unless the benchmark is ending anyway.
    }
  }

  /** Ends everything that was started there; an agent that is not reached does it by the lease. */
  synchronized void close() {
    if (lost == null && !closed) {
      try {
        exchange(AgentOperations.GOODBYE, Nothing.NOTHING);
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
