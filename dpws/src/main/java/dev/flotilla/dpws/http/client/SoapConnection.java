package dev.flotilla.dpws.http.client;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.http.client.CallFailure.Kind;
import dev.flotilla.dpws.http.message.ByteBudget;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.soap.SoapHeader;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One connection to one address that keeps itself open and sends calls in the order in which they
 * are made, without waiting for the answer to the one before.
 *
 * <p>Any thread may call; nothing blocks and nothing queues: while the connection is down or as
 * many calls are in flight as the options allow, calls fail at once as not sent. A lost connection
 * is opened again after 20 ms, then after pauses that double up to 1 s, with jitter.
 */
public final class SoapConnection extends CallIntake implements AutoCloseable {
  private static final long MIN_PAUSE_MILLIS = 20;
  private static final long MAX_PAUSE_MILLIS = 1_000;
  private static final Duration NEVER = Duration.ofDays(365);

  private final String to;
  private final SplittableRandom ids;

  /** For pauses; on the event loop. */
  private final SplittableRandom random;

  private volatile boolean up;

  // On the event loop.
  private @Nullable ClientConnection connection;
  private long pauseMillis = MIN_PAUSE_MILLIS;
  private String downBecause = "it is not open yet";
  private boolean closed;

  private SoapConnection(Target target, EventLoops loops, CallerOptions options) {
    super(target, loops, options, new ByteBudget(options.maxBufferedBytes()));
    this.to = target.uri();
    this.ids = new SplittableRandom(loops.ports().seeds().getAsLong());
    this.random = new SplittableRandom(loops.ports().seeds().getAsLong());
  }

  /**
   * Starts to open a connection.
   *
   * @param loops shared, stays open when the connection closes
   * @param options the number of connections and the idle timeout in them do not apply
   */
  public static SoapConnection open(EventLoops loops, URI address, CallerOptions options) {
    CallerOptions own =
        options.withTimeouts(options.connectTimeout(), NEVER, options.stallTimeout());
    SoapConnection connection = new SoapConnection(Target.of(address), loops, own);
    connection.loop.execute(connection::reopen);
    return connection;
  }

  /**
   * Calls an operation.
   *
   * @param timeout from now to the answer
   * @return the answer, or a {@link CallFailure}; completed on an event loop, which must not be
   *     blocked
   */
  public <Q, A> CompletionStage<A> call(Operation<Q, A> operation, Q request, Duration timeout) {
    long deadline = nanoTime.getAsLong() + timeout.toNanos();
    SoapHeader header =
        new SoapHeader(operation.action(), PendingCall.newId(ids), null, to, null, null, List.of());
    // Whose connection it is has been decided when it was opened.
    PendingCall<Q, A> call =
        new PendingCall<>(target, header, operation, request, deadline, PendingCall.ANY);
    submit(call);
    return call.outcome;
  }

  /** Whether calls go out at the moment; a hint. */
  public boolean isUp() {
    return up;
  }

  /** Closes for good; calls in flight break. Returns at once. Idempotent. */
  @Override
  public void close() {
    if (!loop.isShuttingDown()) {
      loop.execute(this::closeOnLoop);
    }
  }

  private void closeOnLoop() {
    closed = true;
    up = false;
    downBecause = "it is closed";
    cancelTimer();
    if (connection != null) {
      connection.close();
    }
  }

  private void reopen() {
    if (!closed) {
      ClientConnection.open(this);
    }
  }

  @Override
  boolean isReady() {
    return connection != null && connection.hasRoom();
  }

  @Override
  void drain() {
    long now = nanoTime.getAsLong();
    PendingCall<?, ?> call;
    while ((call = poll()) != null) {
      left();
      if (connection == null || !connection.isUsable()) {
        call.fail(Kind.NOT_SENT, target.authority() + " is not connected: " + downBecause, null);
      } else if (!connection.hasRoom()) {
        call.fail(
            Kind.NOT_SENT,
            options.maxInFlightPerConnection() + " calls to " + target.authority() + " in flight",
            null);
      } else {
        connection.send(call);
        expireBy(call.deadlineNanos, now);
      }
    }
    if (connection != null) {
      connection.flush();
    }
  }

  @Override
  void expire() {
    if (connection != null) {
      long now = nanoTime.getAsLong();
      expireBy(now + connection.expire(now), now);
    }
  }

  @Override
  void opened(ClientConnection opened) {
    connection = opened;
    if (closed) {
      opened.close();
    } else {
      up = true;
    }
  }

  @Override
  void answered() {
    pauseMillis = MIN_PAUSE_MILLIS;
    super.answered();
  }

  /** Replaces a connection that is lost. */
  @Override
  void closed(ClientConnection lost, @Nullable Throwable cause) {
    connection = null;
    up = false;
    if (closed) {
      return;
    }
    downBecause = cause == null ? "it was closed by the other side" : "" + cause.getMessage();
    long jitter = random.nextLong(pauseMillis / 2 + 1);
    var unused = loop.schedule(this::reopen, pauseMillis / 2 + jitter, TimeUnit.MILLISECONDS);
    pauseMillis = Math.min(MAX_PAUSE_MILLIS, 2 * pauseMillis);
  }
}
