package dev.flotilla.order.protocol;

import dev.flotilla.order.MessageId;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.LogPosition;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Reads what {@link CompactWriter} writes. All methods throw {@link IllegalArgumentException} if
 * the bytes are anything else.
 */
final class CompactReader {
  private static final int MAX_SHIFT = 56;

  private final ByteBuffer source;

  CompactReader(Bytes source) {
    this.source = source.asReadOnlyBuffer();
  }

  int octet() {
    if (!source.hasRemaining()) {
      throw new IllegalArgumentException(
          "the message ends after %s bytes within a field".formatted(source.position()));
    }
    return source.get() & 0xff;
  }

  long number() {
    long value = 0;
    for (int shift = 0; shift <= MAX_SHIFT; shift += 7) {
      int octet = octet();
      value |= (octet & 0x7fL) << shift;
      if (octet < 0x80) {
        return value;
      }
    }
    throw new IllegalArgumentException("a number has more than 63 bits");
  }

  int smallNumber() {
    long value = number();
    if (value > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "number %s exceeds the limit of %s".formatted(value, Integer.MAX_VALUE));
    }
    return (int) value;
  }

  boolean flag() {
    return octet() != 0;
  }

  Bytes bytes() {
    int size = smallNumber();
    if (size > source.remaining()) {
      throw new IllegalArgumentException(
          "%s bytes are announced, but the message has only %s more"
              .formatted(size, source.remaining()));
    }
    byte[] content = new byte[size];
    source.get(content);
    return Bytes.wrap(content);
  }

  MessageId id() {
    return new MessageId(smallNumber(), number());
  }

  LogPosition position() {
    return new LogPosition(number(), number());
  }

  <T> List<T> list(Supplier<T> each) {
    int size = smallNumber();
    if (size > source.remaining()) {
      throw new IllegalArgumentException(
          "a list of %s is announced, but the message has only %s more bytes"
              .formatted(size, source.remaining()));
    }
    List<T> items = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      items.add(each.get());
    }
    return items;
  }

  void end() {
    if (source.hasRemaining()) {
      throw new IllegalArgumentException(
          "the message has %s bytes after its end".formatted(source.remaining()));
    }
  }
}
