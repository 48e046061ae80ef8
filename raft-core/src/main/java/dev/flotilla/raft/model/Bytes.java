package dev.flotilla.raft.model;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** An immutable sequence of bytes with value equality. Any thread may use it. */
public final class Bytes {
  /** No bytes. */
  public static final Bytes EMPTY = new Bytes(new byte[0]);

  static final long FNV_PRIME = 0x100000001b3L;

  private final byte[] content;

  private Bytes(byte[] content) {
    this.content = content;
  }

  /** Copies the array. */
  public static Bytes copyOf(byte[] source) {
    return source.length == 0 ? EMPTY : new Bytes(source.clone());
  }

  /** Takes the array over without a copy; the caller gives up writing to it. */
  public static Bytes wrap(byte[] owned) {
    return owned.length == 0 ? EMPTY : new Bytes(owned);
  }

  /** The UTF-8 form of a text. */
  public static Bytes utf8(String text) {
    return wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  /** How many bytes there are. */
  public int size() {
    return content.length;
  }

  /** The byte at a place. */
  public byte at(int place) {
    return content[place];
  }

  /** The 64-bit FNV-1a hash of something and then of these bytes. */
  public long fnv(long hashBefore) {
    long hash = hashBefore;
    for (byte each : content) {
      hash = (hash ^ (each & 0xff)) * FNV_PRIME;
    }
    return hash;
  }

  /** A copy as an array. */
  public byte[] toArray() {
    return content.clone();
  }

  /** A read-only view without a copy. */
  public ByteBuffer asReadOnlyBuffer() {
    return ByteBuffer.wrap(content).asReadOnlyBuffer();
  }

  /** Copies all bytes into a buffer at its position. */
  public void copyTo(ByteBuffer target) {
    target.put(content);
  }

  /** The bytes as UTF-8 text; malformed input is replaced, as {@link String} does. */
  public String toUtf8() {
    return new String(content, StandardCharsets.UTF_8);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes that && Arrays.equals(content, that.content);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(content);
  }

  /** The size only: contents may be long or private. */
  @Override
  public String toString() {
    return content.length + " bytes";
  }
}
