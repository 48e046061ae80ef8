package dev.flotilla.order.protocol;

import dev.flotilla.order.MessageId;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.LogPosition;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** Writes numbers of variable length: small ones take one byte. */
final class CompactWriter {
  private static final int SEVEN_BITS = 0x7f;
  private static final int MORE = 0x80;

  private byte[] buffer = new byte[64];
  private int size;

  void octet(int value) {
    if (size == buffer.length) {
      buffer = Arrays.copyOf(buffer, 2 * size);
    }
    buffer[size] = (byte) value;
    size++;
  }

  /** Writes a number of at least 0. */
  void number(long value) {
    long rest = value;
    while (rest > SEVEN_BITS) {
      octet((int) (rest & SEVEN_BITS) | MORE);
      rest >>>= 7;
    }
    octet((int) rest);
  }

  void flag(boolean value) {
    octet(value ? 1 : 0);
  }

  void bytes(Bytes content) {
    number(content.size());
    if (buffer.length - size < content.size()) {
      buffer = Arrays.copyOf(buffer, Math.max(2 * size, size + content.size()));
    }
    content.copyTo(ByteBuffer.wrap(buffer, size, content.size()));
    size += content.size();
  }

  void id(MessageId id) {
    number(id.origin());
    number(id.number());
  }

  void position(LogPosition position) {
    number(position.index());
    number(position.term());
  }

  <T> void list(List<T> items, Consumer<T> each) {
    number(items.size());
    items.forEach(each);
  }

  Bytes take() {
    return Bytes.wrap(Arrays.copyOf(buffer, size));
  }
}
