package dev.flotilla.dpws.http.message;

import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The body of the message that one connection receives, in one stretch of one array. A body that
 * has come as a whole stays where it was received. One that comes in pieces is joined in an array
 * that grows with what really arrived, never with what was announced, up to the limit. Up to {@link
 * #FREE_BYTES} every connection has; what is beyond, it takes from a budget that it shares. Not
 * thread-safe.
 *
 * <p>Internal: public only for the other packages of dpws.
 */
public final class MessageBody implements AutoCloseable {
  private static final byte[] NO_BYTES = {};

  /** Bodies up to this size take nothing from the budget. */
  static final int FREE_BYTES = 4 << 10;

  private final int maxBytes;
  private final ByteBudget budget;
  private final BooleanSupplier isFirst;
  private final LongPredicate makeRoom;

  /**
   * Holds the size of the body, unless that is free. Any thread may read it, and close it to take
   * the bytes away; the message then finds no room.
   */
  private volatile ByteBudget.Share share;

  /** The share has been given bytes for this body. */
  private boolean isHolding;

  private byte[] free = NO_BYTES;
  private byte[] array = NO_BYTES;
  private int offset;
  private int length;

  /** How long the body is said to become; -1 if nothing is said. */
  private long announcedLength;

  /** Bodies that have to do with what is free of the budget. */
  public MessageBody(int maxBytes, ByteBudget budget) {
    this(maxBytes, budget, () -> false, messageBytes -> false);
  }

  /**
   * Bodies that are refused only if no room can be made.
   *
   * @param isFirst whether even a large message may take what is left to small ones
   * @param makeRoom takes the size that the message is to have; evicts something that holds bytes,
   *     and returns whether there may be room now
   */
  public MessageBody(
      int maxBytes, ByteBudget budget, BooleanSupplier isFirst, LongPredicate makeRoom) {
    this.maxBytes = maxBytes;
    this.budget = budget;
    this.isFirst = isFirst;
    this.makeRoom = makeRoom;
    this.share = budget.share();
  }

  /** The array that holds the body, as long as no other message is read. */
  public byte[] array() {
    return array;
  }

  /** Where the body begins in the array. */
  public int offset() {
    return offset;
  }

  public int length() {
    return length;
  }

  /** The body, read as UTF-8. */
  public String text() {
    return new String(array, offset, length, StandardCharsets.UTF_8);
  }

  /** An array that starts with the body: the one that holds it, or a copy. */
  public byte[] fromStart() {
    return offset == 0 ? array : Arrays.copyOfRange(array, offset, offset + length);
  }

  /** What the message that comes holds of the budget. Any thread. */
  public ByteBudget.Share share() {
    return share;
  }

  /**
   * Lets go of the body.
   *
   * @return what it has taken of the budget, which is the caller's to close from now on; null if
   *     that is nothing
   */
  public ByteBudget.@Nullable Share release() {
    forget();
    if (!isHolding) {
      return null;
    }
    isHolding = false;
    ByteBudget.Share released = share;
    if (released.heldBytes() == 0) {
      return null; // It was taken away.
    }
    share = budget.share();
    return released;
  }

  /** Lets go of the body, and gives back what it has taken. */
  public void discard() {
    forget();
    if (isHolding) {
      isHolding = false;
      share.resize(0, 0);
    }
  }

  /** Lets go of everything; no body can be taken any more. */
  @Override
  public void close() {
    discard();
    share.close();
  }

  /** Another message begins, of which so much is announced; -1 if nothing is. */
  void begin(long announced) throws HttpException {
    if (length > 0) {
      discard();
    }
    announcedLength = announced;
    requireLength(announced);
  }

  /** Takes the whole body, which is not copied. */
  void set(byte[] from, int begin, int bytes) throws HttpException {
    if (bytes > FREE_BYTES) {
      hold(bytes, bytes);
    }
    array = from;
    offset = begin;
    length = bytes;
  }

  /** Takes the next piece. */
  void append(byte[] from, int begin, int bytes) throws HttpException {
    requireLength((long) length + bytes);
    if (array.length - length < bytes) {
      grow(length + bytes);
    }
    System.arraycopy(from, begin, array, length, bytes);
    length += bytes;
  }

  private void forget() {
    array = free;
    offset = 0;
    length = 0;
  }

  private void grow(int neededBytes) throws HttpException {
    if (neededBytes <= FREE_BYTES) {
      free = new byte[FREE_BYTES];
      array = free;
      return;
    }
    long lastLength = announcedLength < 0 ? maxBytes : announcedLength;
    int size = (int) Math.max(neededBytes, Math.min(2L * array.length, lastLength));
    hold(size, lastLength);
    array = Arrays.copyOf(array, size);
  }

  private void hold(int bytes, long messageBytes) throws HttpException {
    isHolding = true;
    while (!share.resize(bytes, isFirst.getAsBoolean() ? 0 : messageBytes)) {
      if (!makeRoom.test(messageBytes)) {
        throw new HttpException(
            HttpResponseStatus.SERVICE_UNAVAILABLE.code(),
            "the messages under way fill the "
                + budget.maxBytes()
                + " bytes that they may take together; try again later");
      }
    }
  }

  private void requireLength(long bytes) throws HttpException {
    if (bytes > maxBytes) {
      throw new HttpException(
          413, "the envelope exceeds " + maxBytes + " bytes, the most that is accepted here");
    }
  }
}
