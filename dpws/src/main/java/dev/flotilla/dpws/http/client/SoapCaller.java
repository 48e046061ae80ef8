package dev.flotilla.dpws.http.client;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.http.message.ByteBudget;
import dev.flotilla.dpws.soap.EndpointReference;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.soap.SoapHeader;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls operations at any address, over a bounded pool of connections for each host and port.
 *
 * <p>Any thread may call; nothing blocks. A request is sent at most once: when its connection
 * breaks, the call fails, and whether to try again is for those to decide who know what the request
 * means.
 */
public final class SoapCaller implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SoapCaller.class);
  private static final long CLOSE_TIMEOUT_SECONDS = 5;
  private static final int MAX_TARGETS = 1_000;

  private final EventLoops loops;
  private final CallerOptions options;
  private final ByteBudget budget;
  private final SplittableRandom ids;
  private final ConcurrentHashMap<URI, Target> targets = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<String, CallPool> pools = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /**
   * A caller without connections.
   *
   * @param loops shared, stays open when the caller closes
   */
  public SoapCaller(EventLoops loops, CallerOptions options) {
    this.loops = loops;
    this.options = options;
    this.ids = new SplittableRandom(loops.ports().seeds().getAsLong());
    this.budget = new ByteBudget(options.maxBufferedBytes());
  }

  /**
   * Calls an operation.
   *
   * @param address an http URI, with keys an https one; any other is not sent
   * @param timeout from now to the answer; waiting for a connection included
   * @return the answer, or a {@link CallFailure}; completed on an event loop, which must not be
   *     blocked
   * @throws IllegalArgumentException when the address is not one that can be called
   */
  public <Q, A> CompletionStage<A> call(
      URI address, Operation<Q, A> operation, Q request, Duration timeout) {
    EndpointReference to = new EndpointReference(address.toString());
    return call(targetOf(address), to, operation, request, timeout, PendingCall.ANY);
  }

  /**
   * Calls an operation, and takes the answer only from one who may give it.
   *
   * @param address an http URI, with keys an https one; any other is not sent
   * @param timeout from now to the answer; waiting for a connection included
   * @param check an answer to which it objects is a failure; without keys it is not asked
   * @return the answer, or a {@link CallFailure}; completed on an event loop, which must not be
   *     blocked
   * @throws IllegalArgumentException when the address is not one that can be called
   */
  public <Q, A> CompletionStage<A> call(
      URI address,
      Operation<Q, A> operation,
      Q request,
      Duration timeout,
      AnswerCheck<? super A> check) {
    EndpointReference to = new EndpointReference(address.toString());
    return call(targetOf(address), to, operation, request, timeout, check);
  }

  /**
   * Calls an operation of an addressee that has reference parameters, or is not named by its
   * address, such as a device.
   *
   * @param address where the addressee is now, an http URI
   * @param to the addressee
   * @param timeout from now to the answer; waiting for a connection included
   * @return the answer, or a {@link CallFailure}; completed on an event loop, which must not be
   *     blocked
   */
  public <Q, A> CompletionStage<A> call(
      URI address, EndpointReference to, Operation<Q, A> operation, Q request, Duration timeout) {
    return call(targetOf(address), to, operation, request, timeout, PendingCall.ANY);
  }

  /** The scheme of the addresses that it calls: https with keys. */
  public String scheme() {
    return options.scheme();
  }

  /** Fails the calls that wait or are in flight, and closes every connection. Idempotent. */
  @Override
  public void close() {
    closed = true;
    List<CompletableFuture<Void>> closing = pools.values().stream().map(CallPool::close).toList();
    try {
      CompletableFuture.allOf(closing.toArray(CompletableFuture[]::new))
          .get(CLOSE_TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn("Not every connection closed in order", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private <Q, A> CompletionStage<A> call(
      Target target,
      EndpointReference to,
      Operation<Q, A> operation,
      Q request,
      Duration timeout,
      AnswerCheck<? super A> check) {
    long deadline = loops.nanoTime() + timeout.toNanos();
    SoapHeader header = SoapHeader.request(operation.action(), PendingCall.newId(ids), to);
    PendingCall<Q, A> call = new PendingCall<>(target, header, operation, request, deadline, check);
    if (closed) {
      call.fail(CallFailure.Kind.NOT_SENT, "the caller is closed", null);
    } else {
      pools.computeIfAbsent(target.origin(), origin -> newPool(target)).submit(call);
    }
    return call.outcome;
  }

  private Target targetOf(URI address) {
    Target known = targets.get(address);
    if (known != null) {
      return known;
    }
    if (targets.size() >= MAX_TARGETS) {
      targets.clear(); // Addresses of the past; those of the present come back by themselves.
    }
    return targets.computeIfAbsent(address, Target::of);
  }

  private CallPool newPool(Target target) {
    // A pool that is dropped here while a call is on its way to it still serves that call.
    return new CallPool(target, loops, options, budget, () -> pools.remove(target.origin()));
  }
}
