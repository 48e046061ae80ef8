package dev.flotilla.dpws.http;

import dev.flotilla.dpws.http.message.ByteBudget;
import dev.flotilla.dpws.http.message.HttpEnd;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The place of one request in its connection's order of answers. It owns what the request holds of
 * the endpoint's budgets until it is closed, written or not. Owned by the connection's event loop,
 * except that an exchange is completed from any thread.
 */
abstract class Answer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Answer.class);

  private HttpEnd end;
  private long askedNanos;
  private ByteBudget.@Nullable Share request;

  Answer(HttpEnd end, long askedNanos) {
    this.end = end;
    this.askedNanos = askedNanos;
  }

  /** Whether {@link #writeTo} may be called. */
  abstract boolean isReady();

  /** Appends the response; on an exception the end of the buffer is undefined. */
  protected abstract void write(ByteBuf out);

  /** Appends the response, or a fault without details if it cannot be written. */
  final void writeTo(ByteBuf out) {
    int start = out.writerIndex();
    try {
      write(out);
    } catch (RuntimeException e) {
      LOG.warn("An answer cannot be written", e);
      out.writerIndex(start);
      FixedAnswer.writeMinimalFault(out, end);
    }
  }

  /** Has the connection end with it if so; before it is written. */
  final void endIf(boolean isLast) {
    end = isLast ? HttpEnd.CLOSE : end;
  }

  /** What the request has taken of the endpoint's budget, if anything, is this answer's now. */
  final void hold(ByteBudget.@Nullable Share share) {
    request = share;
  }

  /** Gives back what is held. Idempotent. */
  @Override
  public void close() {
    if (request != null) {
      request.close();
    }
  }

  HttpEnd end() {
    return end;
  }

  /** It is not over, and has as long for the rest as a request that comes now. */
  final void askedAgain(long nowNanos) {
    askedNanos = nowNanos;
  }

  final long askedNanos() {
    return askedNanos;
  }
}
