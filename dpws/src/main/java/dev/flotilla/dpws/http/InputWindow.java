package dev.flotilla.dpws.http;

import io.netty.buffer.ByteBuf;

/**
 * The bytes of one connection that have been received and not yet consumed, in one array, so that a
 * whole message can be read in place. Grows with what really arrived, never with what was
 * announced.
 */
final class InputWindow {
  private static final int INITIAL_BYTES = 4 << 10;
  private static final int MAX_IDLE_BYTES = 256 << 10;
  private static final byte[] NO_BYTES = {};

  private byte[] bytes = NO_BYTES;
  private int start;
  private int end;

  /** Appends everything readable. */
  void append(ByteBuf in) {
    int length = in.readableBytes();
    reserve(length);
    in.readBytes(bytes, end, length);
    end += length;
  }

  /** The array; valid until the next {@link #append}. */
  byte[] bytes() {
    return bytes;
  }

  /** Where the unconsumed bytes start in the array. */
  int start() {
    return start;
  }

  int length() {
    return end - start;
  }

  byte at(int offset) {
    return bytes[start + offset];
  }

  /**
   * The offset of a byte from the start of the window, at or after another offset; -1 if absent.
   */
  int indexOf(byte wanted, int from) {
    for (int i = start + from; i < end; i++) {
      if (bytes[i] == wanted) {
        return i - start;
      }
    }
    return -1;
  }

  /** Moves a stretch towards the start, over bytes that are no longer needed. */
  void moveDown(int from, int to, int length) {
    System.arraycopy(bytes, start + from, bytes, start + to, length);
  }

  /** Forgets bytes at the start. */
  void consume(int length) {
    start += length;
    if (start == end) {
      start = 0;
      end = 0;
      if (bytes.length > MAX_IDLE_BYTES) {
        bytes = NO_BYTES;
      }
    }
  }

  private void reserve(int length) {
    if (bytes.length - end >= length) {
      return;
    }
    int kept = end - start;
    if (bytes.length - kept >= length && start >= kept) {
      System.arraycopy(bytes, start, bytes, 0, kept);
    } else {
      int size = Math.max(INITIAL_BYTES, Math.max(2 * kept, kept + length));
      byte[] larger = new byte[size];
      System.arraycopy(bytes, start, larger, 0, kept);
      bytes = larger;
    }
    start = 0;
    end = kept;
  }
}
