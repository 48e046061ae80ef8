package dev.flotilla.bench.harness.agent;

import dev.flotilla.bench.HostLostException;
import dev.flotilla.bench.harness.agent.AgentOperations.Call;
import dev.flotilla.bench.harness.agent.AgentOperations.Nothing;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A manager's side of the conversation with one agent, which has proved that it knows the secret.
 * An agent that does not answer twice in a row is lost for good.
 *
 * <p><b>Thread.</b> Any thread; a call waits for the one before it, since the agent takes requests
 * in their order only, and then for its answer. {@link #requireReachable} does not block.
 */
final class AgentLink {
  private final AgentCalls calls;
  private final AgentAddress address;
  private final Seals seals;
  private final UUID manager;
  private final AgentDescription description;
  private volatile @Nullable HostLostException lost;

  /** Guarded by this. */
  private long sequence;

  /** Guarded by this. */
  private boolean closed;

  private AgentLink(
      AgentCalls calls,
      AgentAddress address,
      Seals seals,
      UUID manager,
      AgentDescription description) {
    this.calls = calls;
    this.address = address;
    this.seals = seals;
    this.manager = manager;
    this.description = description;
  }

  /**
   * Asks a device to prove that it is an agent that knows the secret; blocks until it has.
   *
   * @throws IOException if it does not; the message names it
   */
  static AgentLink attach(AgentCalls calls, AgentAddress address, Seals seals, UUID manager)
      throws IOException {
    Call<Nothing, AgentDescription> attach = AgentOperations.ATTACH;
    SealedMessage request =
        seals.seal(
            Seals.Direction.REQUEST,
            attach.name(),
            manager,
            Seals.newNonce(),
            0,
            AgentCodec.json(Nothing.NOTHING));
    SealedMessage answer = calls.call(address, attach, request);
    requireAnswer(seals, attach, request, answer, address);
    AgentDescription description = AgentCodec.parseAnswer(answer.content(), attach.answer());
    return new AgentLink(calls, address, seals, manager, description);
  }

  private static void requireAnswer(
      Seals seals,
      Call<?, ?> call,
      SealedMessage request,
      SealedMessage answer,
      AgentAddress address)
      throws IOException {
    boolean fits =
        answer.manager().equals(request.manager())
            && answer.nonce().equals(request.nonce())
            && answer.sequence() == request.sequence();
    if (!fits || !seals.isGenuine(Seals.Direction.ANSWER, call.name(), answer)) {
      throw new IOException(
          "%s: its answer does not prove that it knows the secret".formatted(address));
    }
  }

  /** Where requests are sent. */
  AgentAddress address() {
    return address;
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
    sequence++;
    SealedMessage request =
        seals.seal(
            Seals.Direction.REQUEST,
            call.name(),
            manager,
            description.nonce(),
            sequence,
            AgentCodec.json(content));
    SealedMessage answer = calls.call(address, call, request);
    requireAnswer(seals, call, request, answer, address);
    try {
      return AgentCodec.parseAnswer(answer.content(), call.answer());
    } catch (AgentRefusedException e) {
      throw new AgentRefusedException(this + ": " + e.getMessage(), e);
    }
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
