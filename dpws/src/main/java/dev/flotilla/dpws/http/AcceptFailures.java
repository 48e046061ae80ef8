package dev.flotilla.dpws.http;

import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notes when listening sockets cannot accept connections, as without free file descriptors: callers
 * are connected by the kernel then, and wait for an answer that never comes. Logs it at most once
 * in {@value #LOG_SECONDS} s. Any thread.
 */
@Sharable
final class AcceptFailures extends ChannelInboundHandlerAdapter {
  /** A failure is over when none followed for so long; a listener tries again each second. */
  static final long OVER_NANOS = 5_000_000_000L;

  static final long LOG_SECONDS = 60;

  private static final Logger LOG = LoggerFactory.getLogger(AcceptFailures.class);
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private final LongSupplier nanoTime;
  private volatile @Nullable Failure last;
  // Under the lock.
  private @Nullable Long loggedNanos;

  private record Failure(String what, long nanos) {}

  AcceptFailures(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    failed(cause, String.valueOf(context.channel().localAddress()));
    // Netty pauses the listener for a second.
    context.fireExceptionCaught(cause);
  }

  synchronized void failed(Throwable cause, String address) {
    long nowNanos = nanoTime.getAsLong();
    String what = cause.getMessage() == null ? cause.toString() : cause.getMessage();
    last = new Failure(what, nowNanos);
    Long logged = loggedNanos;
    if (logged == null || nowNanos - logged >= LOG_SECONDS * NANOS_PER_SECOND) {
      loggedNanos = nowNanos;
      LOG.warn(
          "{} accepts no connections: {}. If these are too many open files, raise the limit"
              + " ('ulimit -n', or LimitNOFILE= in a unit of systemd)",
          address,
          what);
    }
  }

  /** Why no connection could be accepted in the last seconds; empty if that did not happen. */
  Optional<String> now() {
    Failure known = last;
    return known == null || nanoTime.getAsLong() - known.nanos() >= OVER_NANOS
        ? Optional.empty()
        : Optional.of(known.what());
  }
}
