package dev.flotilla.dpws.http.message;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The receiving side of one connection: cuts what has come into messages, one {@link #next} after
 * the other. Netty's decoder reads heads and chunks; a head that repeats the last one is known
 * ({@link LastHead}), and a body of known length is taken as it is. On the connection's event loop.
 *
 * <p>Internal: public only for the other packages of dpws.
 *
 * @param <H> what is read from the head of a message
 */
public final class MessageInput<H> implements AutoCloseable {
  private static final byte[] NO_BYTES = {};

  /** What begins here is not the last head again. */
  private static final int DIFFERENT = -1;

  /** What begins here may become the last head again. */
  private static final int INCOMPLETE = -2;

  private static final int MAX_BLANKS = 32;
  private static final int MAX_DIGITS = 9;

  /** An array for bytes that are not read yet stays with the connection up to this size. */
  private static final int MAX_SPARE_BYTES = 4 << 10;

  private final Decoder decoder;
  private final HeadReader<H> reader;
  private final MessageBody body;
  private final int maxHeadBytes;
  private final List<Object> parts = new ArrayList<>();

  private @Nullable LastHead<H> last;
  private @Nullable H head;

  /** What the head says is the same for a message that repeats it. */
  private boolean isRepeatable;

  /** The decoder has begun to decode a message, and neither finished nor skipped it. */
  private boolean isDecoding;

  /** A message has been read of which the decoder knows nothing, not even that it began. */
  private boolean isDecoderBehind;

  /** What of a body of known length has not come. */
  private int missingBytes;

  /** A part of a body of known length has come. */
  private boolean isJoining;

  // What has come and is not read: of the array that was received, or of this connection's own.
  private byte[] array = NO_BYTES;
  private int at;
  private int end;
  private byte[] own = NO_BYTES;

  /** How far {@link #next} has come. */
  public enum Step {
    /** More bytes are needed. */
    STARVED,
    /** A part of a message has been read. */
    PART,
    /** A whole message has been read. */
    MESSAGE
  }

  /** One of Netty's decoders, called directly. */
  public interface Decoder {
    /** Decodes the next part, if there is enough of it. */
    void decodeNext(ByteBuf in, List<Object> parts) throws HttpException;

    /** The connection has ended: decodes the end of a message that goes on until then. */
    default void decodeEnd(List<Object> parts) throws HttpException {}

    /** The rest of the message is read by somebody else: next comes a head. */
    void skipContent();

    /** Whether it has begun to decode a message, and neither finished nor skipped it. */
    boolean isInsideMessage();
  }

  /**
   * Takes from a head what is needed of it.
   *
   * @param <H> what is read
   */
  public interface HeadReader<H> {
    /** Called once for a head, which later messages may repeat. */
    H read(HttpMessage head) throws HttpException;
  }

  /** An input that has received nothing. */
  public MessageInput(Decoder decoder, HeadReader<H> reader, MessageBody body, int maxHeadBytes) {
    this.decoder = decoder;
    this.reader = reader;
    this.body = body;
    this.maxHeadBytes = maxHeadBytes;
  }

  /** The head of the message. */
  public H head() {
    if (head == null) {
      throw new IllegalStateException("no message has begun");
    }
    return head;
  }

  /** The body of the message, until the next call. */
  public MessageBody body() {
    return body;
  }

  /** Whether bytes have come that are not read yet. */
  public boolean hasUnread() {
    return at < end;
  }

  /** Whether there are bytes of a message that is not complete, or not read yet. */
  public boolean isInsideMessage() {
    return at < end || missingBytes > 0 || isDecoding;
  }

  /** Takes bytes, which must not change before {@link #keep}. */
  public void receive(ByteBuf bytes) {
    int length = bytes.readableBytes();
    if (at == end && bytes.hasArray()) {
      array = bytes.array();
      at = bytes.arrayOffset() + bytes.readerIndex();
      end = at + length;
    } else {
      makeRoom(length);
      bytes.getBytes(bytes.readerIndex(), own, end, length);
      end += length;
    }
  }

  /** Reads on. What is wrong with a message is thrown; nothing that follows it can be read. */
  public Step next() throws HttpException {
    if (at == end) {
      return Step.STARVED;
    }
    if (missingBytes > 0) {
      return readBody();
    }
    LastHead<H> known = last;
    if (known == null || isDecoding) {
      return decode();
    }
    int headEnd = match(known);
    if (headEnd == DIFFERENT) {
      return decode();
    }
    if (headEnd == INCOMPLETE) {
      return Step.STARVED;
    }
    at = headEnd;
    isDecoderBehind = true;
    head = known.head;
    body.begin(missingBytes);
    return at == end ? Step.STARVED : readBody();
  }

  /** The connection has ended; whether a message is complete by that. */
  public boolean end() throws HttpException {
    decoder.decodeEnd(parts);
    return takeParts() == Step.MESSAGE;
  }

  /** Lets go of the array that was received; what has not been read of it is copied. */
  public void keep() {
    if (at == end) {
      drop();
    } else if (array != own) {
      makeRoom(0);
    }
  }

  /** Lets go of all that has not been read. */
  public void drop() {
    array = NO_BYTES;
    at = 0;
    end = 0;
    if (own.length > MAX_SPARE_BYTES) {
      own = NO_BYTES;
    }
  }

  /** Lets go of everything; no message can be read any more. */
  @Override
  public void close() {
    drop();
    body.close();
  }

  /** Moves what has not been read to the own array, and makes room for more behind it. */
  private void makeRoom(int bytes) {
    int left = end - at;
    if (own.length < left + bytes) {
      byte[] larger = new byte[Math.max(left + bytes, Math.min(2 * own.length, MAX_SPARE_BYTES))];
      System.arraycopy(array, at, larger, 0, left);
      own = larger;
    } else {
      System.arraycopy(array, at, own, 0, left);
    }
    array = own;
    at = 0;
    end = left;
  }

  /**
   * Compares what comes with a head that the decoder has accepted.
   *
   * @return where the head ends, if it is the same up to the length that it announces, which is
   *     missing then; {@link #DIFFERENT} or {@link #INCOMPLETE}
   */
  private int match(LastHead<H> known) {
    byte[] bytes = known.bytes;
    int digits = at + known.nameEnd;
    int there = Math.min(end, digits);
    if (!Arrays.equals(array, at, there, bytes, 0, there - at)) {
      return DIFFERENT;
    }
    while (digits < end && array[digits] == ' ') {
      digits++;
    }
    int rest = digits;
    int number = 0;
    while (rest < end && rest - digits < MAX_DIGITS && array[rest] >= '0' && array[rest] <= '9') {
      number = 10 * number + array[rest++] - '0';
    }
    int headEnd = rest + bytes.length - known.tail;
    int to = Math.min(end, headEnd);
    boolean isSame =
        digits - at - known.nameEnd <= MAX_BLANKS
            && headEnd - at <= maxHeadBytes
            && (rest >= end || (number > 0 && array[digits] != '0'))
            && (rest >= end
                || Arrays.equals(array, rest, to, bytes, known.tail, known.tail + to - rest));
    if (!isSame) {
      return DIFFERENT;
    }
    if (end < headEnd) {
      return INCOMPLETE;
    }
    missingBytes = number;
    return headEnd;
  }

  private Step readBody() throws HttpException {
    int length = Math.min(missingBytes, end - at);
    if (length == missingBytes && !isJoining) {
      body.set(array, at, length);
    } else {
      body.append(array, at, length);
    }
    at += length;
    missingBytes -= length;
    isJoining = missingBytes > 0;
    return missingBytes == 0 ? Step.MESSAGE : Step.STARVED;
  }

  private Step decode() throws HttpException {
    if (isDecoderBehind) {
      decoder.skipContent();
      isDecoderBehind = false;
    }
    int from = at;
    boolean isAtHead = !isDecoding;
    ByteBuf in = Unpooled.wrappedBuffer(array, at, end - at);
    decoder.decodeNext(in, parts);
    at = end - in.readableBytes();
    isDecoding = decoder.isInsideMessage();
    if (parts.isEmpty()) {
      return at == from ? Step.STARVED : Step.PART;
    }
    Step step = takeParts();
    if (isAtHead && isRepeatable && step == Step.PART && missingBytes > 0) {
      last = LastHead.of(array, from, at, head());
    }
    return step;
  }

  private Step takeParts() throws HttpException {
    try {
      Step step = Step.PART;
      for (Object part : parts) {
        MessageHeads.requireDecoded(((HttpObject) part).decoderResult());
        if (part instanceof HttpMessage message) {
          begin(message);
        }
        if (part instanceof HttpContent content) {
          missingBytes = 0;
          append(content.content());
        }
        step = part instanceof LastHttpContent ? Step.MESSAGE : Step.PART;
      }
      if (missingBytes > 0) {
        decoder.skipContent();
        isDecoding = false;
      }
      return step;
    } finally {
      parts.forEach(ReferenceCountUtil::release);
      parts.clear();
    }
  }

  private void begin(HttpMessage message) throws HttpException {
    MessageHeads.requireReadable(message);
    long announced = HttpUtil.getContentLength(message, -1L);
    body.begin(announced);
    head = reader.read(message);
    missingBytes = (int) Math.max(0, announced);
    isRepeatable = !message.headers().contains(HttpHeaderNames.EXPECT);
  }

  private void append(ByteBuf content) throws HttpException {
    body.append(
        content.array(), content.arrayOffset() + content.readerIndex(), content.readableBytes());
  }
}
