package dev.flotilla.dpws.http;

import io.netty.buffer.ByteBuf;

/**
 * The place of one request in its connection's order of answers. Owned by the connection's event
 * loop, except that an exchange is completed from any thread.
 */
abstract class Answer {
  private final HttpEnd end;
  private final long askedNanos;
  private int heldBytes;

  Answer(HttpEnd end, long askedNanos) {
    this.end = end;
    this.askedNanos = askedNanos;
  }

  /** Whether {@link #write} may be called. */
  abstract boolean isReady();

  /** Appends the response. */
  abstract void write(ByteBuf out);

  /** The request holds so much of the endpoint's budget until it is answered. */
  final void hold(int bytes) {
    heldBytes = bytes;
  }

  final int heldBytes() {
    return heldBytes;
  }

  final HttpEnd end() {
    return end;
  }

  final long askedNanos() {
    return askedNanos;
  }
}
