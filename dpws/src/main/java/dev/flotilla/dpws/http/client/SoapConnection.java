package dev.flotilla.dpws.http.client;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.http.client.CallFailure.Kind;
import dev.flotilla.dpws.http.message.ByteBudget;
import dev.flotilla.dpws.soap.EndpointReference;
import dev.flotilla.dpws.soap.MessageIds;
import dev.flotilla.dpws.soap.Operation;
import io.netty.channel.EventLoop;
import java.net.URI;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Optional;
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
public final class SoapConnection implements AutoCloseable {
  private static final long MIN_PAUSE_MILLIS = 20;
  private static final long MAX_PAUSE_MILLIS = 1_000;
  private static final Duration NEVER = Duration.ofDays(365);

  private final Target target;
  private final EndpointReference to;
  private final EventLoops loops;
  private final EventLoop loop;
  private final CallerOptions options;
  private final ByteBudget budget;
  private final MessageIds messageIds;

  /** For pauses; on the event loop. */
  private final SplittableRandom random;

  private final CallIntake intake;
  private final Alarm alarm;
  private final ClientConnection.Owner owner = new Reopener();
  private volatile boolean up;

  // On the event loop.
  private @Nullable ClientConnection connection;
  private long pauseMillis = MIN_PAUSE_MILLIS;
  private String downBecause = "it is not open yet";
  private boolean closed;

  private SoapConnection(Target target, EventLoops loops, CallerOptions options) {
    this.target = target;
    this.loops = loops;
    this.loop = loops.group().next();
    this.messageIds = new MessageIds(loops.ports().seeds().getAsLong());
    this.random = new SplittableRandom(loops.ports().seeds().getAsLong());
    this.options = options;
    this.budget = new ByteBudget(options.maxBufferedBytes());
    this.to = new EndpointReference(target.uri());
    this.intake = new CallIntake(loop, options.maxWaitingPerAddress(), this::drain, this::hasRoom);
    this.alarm = new Alarm(loop, this::expire);
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
    long deadline = loops.nanoTime() + timeout.toNanos();
    PendingCall<Q, A> call =
        new PendingCall<>(
            target, to, operation, request, messageIds.next(), deadline, this::noObjection);
    intake.submit(call);
    return call.outcome();
  }

  /** Whose connection it is has been decided when it was opened. */
  private Optional<String> noObjection(Object answer, X509Certificate peer) {
    return Optional.empty();
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
    alarm.cancel();
    if (connection != null) {
      connection.close();
    }
  }

  private void reopen() {
    if (!closed) {
      ClientConnection.open(loops, loop, target, options, budget, owner);
    }
  }

  private boolean hasRoom() {
    return connection != null && connection.hasRoom();
  }

  private void drain() {
    long now = loops.nanoTime();
    PendingCall<?, ?> call;
    while ((call = intake.poll()) != null) {
      intake.left();
      if (connection == null || !connection.isUsable()) {
        call.fail(Kind.NOT_SENT, target.authority() + " is not connected: " + downBecause, null);
      } else if (!connection.hasRoom()) {
        call.fail(
            Kind.NOT_SENT,
            options.maxInFlightPerConnection() + " calls to " + target.authority() + " in flight",
            null);
      } else {
        connection.send(call);
        alarm.ringBy(call.deadlineNanos(), now);
      }
    }
    if (connection != null) {
      connection.flush();
    }
  }

  private void expire() {
    if (connection != null) {
      long now = loops.nanoTime();
      alarm.ringBy(now + connection.expire(now), now);
    }
  }

  /** Replaces a connection that is lost. */
  private final class Reopener implements ClientConnection.Owner {
    @Override
    public void opened(ClientConnection opened) {
      connection = opened;
      if (closed) {
        opened.close();
      } else {
        up = true;
      }
    }

    @Override
    public void reading(ClientConnection answering) {
      intake.beginBatch();
    }

    @Override
    public void answered(ClientConnection answering) {
      pauseMillis = MIN_PAUSE_MILLIS;
      intake.endBatch();
    }

    @Override
    public void closed(ClientConnection lost, @Nullable Throwable cause) {
      connection = null;
      up = false;
      if (closed) {
        return;
      }
      downBecause = cause == null ? "it was closed by the other side" : "" + cause.getMessage();
      long jitter = random.nextLong(pauseMillis / 2 + 1);
      var unused =
          loop.schedule(
              SoapConnection.this::reopen, pauseMillis / 2 + jitter, TimeUnit.MILLISECONDS);
      pauseMillis = Math.min(MAX_PAUSE_MILLIS, 2 * pauseMillis);
    }
  }
}
