package dev.flotilla.gateway.http;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads the requests of one connection from its bytes, one after another. It reads no byte beyond
 * the end of a request before it is asked for the next one.
 *
 * <p>One thread.
 */
public final class RequestParser {
  /** Who gets what was read. */
  public interface Output {
    /** The head is complete and has passed all checks. */
    void head(RequestHead head);

    /** A part of the body; the slice is valid during this call. */
    void body(ByteBuf content);

    /** The request is complete. */
    void end();
  }

  private enum State {
    HEAD,
    FIXED,
    CHUNK_SIZE,
    CHUNK_DATA,
    CHUNK_END,
    TRAILERS,
    DONE
  }

  private static final int MAX_CHUNK_LINE_BYTES = 256;
  private static final int MAX_CHUNK_DIGITS = 8;

  /** What chunk sizes, extensions and trailers may take, per byte of body and in all. */
  private static final int FREE_OVERHEAD_BYTES = 16 << 10;

  private static final int OVERHEAD_FACTOR = 2;

  private final RequestLimits limits;
  private State state = State.HEAD;
  private boolean atFirstByte = true;
  private int scannedBytes;
  private long leftBytes;
  private long bodyBytes;
  private long overheadBytes;

  /** A reader for one connection. */
  public RequestParser(RequestLimits limits) {
    this.limits = limits;
  }

  /** Whether the first byte of a request was read, and not yet its last. */
  public boolean isInsideRequest() {
    return state != State.HEAD && state != State.DONE;
  }

  /** Whether a request is complete, and {@link #next} was not called since. */
  public boolean isDone() {
    return state == State.DONE;
  }

  /** Prepares for the next request. */
  public void next() {
    if (state != State.DONE) {
      throw new IllegalStateException("the request before is not complete: " + state);
    }
    state = State.HEAD;
    atFirstByte = true;
    scannedBytes = 0;
    bodyBytes = 0;
    overheadBytes = 0;
  }

  /**
   * Reads as much as there is, up to the end of the request.
   *
   * @param in what was received and not read before; unread bytes stay in it
   * @throws BadRequest if it is no valid request; this reader cannot go on then
   */
  public void parse(ByteBuf in, Output out) throws BadRequest {
    boolean goesOn = true;
    while (goesOn && state != State.DONE) {
      goesOn =
          switch (state) {
            case HEAD -> head(in, out);
            case FIXED, CHUNK_DATA -> data(in, out);
            case CHUNK_SIZE -> chunkSize(in);
            case CHUNK_END -> chunkEnd(in);
            case TRAILERS -> trailer(in, out);
            case DONE -> false;
          };
    }
  }

  private boolean head(ByteBuf in, Output out) throws BadRequest {
    skipOneEmptyLine(in);
    int end = indexOfHeadEnd(in);
    if (end < 0) {
      requireHeadFits(in.readableBytes());
      return false;
    }
    requireHeadFits(end + 4 - in.readerIndex());
    String text =
        in.toString(in.readerIndex(), end - in.readerIndex(), StandardCharsets.ISO_8859_1);
    RequestHead head = HeadParser.parse(text, limits.maxFields());
    if (head.framing().lengthBytes() > limits.maxBodyBytes()) {
      throw tooLarge();
    }
    in.readerIndex(end + 4);
    leftBytes = head.framing().lengthBytes();
    state =
        switch (head.framing().kind()) {
          case NONE -> State.DONE;
          case FIXED -> State.FIXED;
          case CHUNKED -> State.CHUNK_SIZE;
        };
    out.head(head);
    if (state == State.DONE || (state == State.FIXED && leftBytes == 0)) {
      finish(out);
    }
    return true;
  }

  private void skipOneEmptyLine(ByteBuf in) {
    if (atFirstByte && in.readableBytes() >= 2) {
      atFirstByte = false;
      if (in.getByte(in.readerIndex()) == '\r' && in.getByte(in.readerIndex() + 1) == '\n') {
        in.skipBytes(2);
      }
    }
  }

  /**
   * Where the empty line begins that ends the head, or -1. It looks at each byte once, and refuses
   * what cannot become valid: a client that ends its lines with a line feed alone would otherwise
   * wait for an answer.
   */
  private int indexOfHeadEnd(ByteBuf in) throws BadRequest {
    int first = in.readerIndex();
    for (int i = first + scannedBytes; i < in.writerIndex(); i++) {
      byte b = in.getByte(i);
      if (b == '\n') {
        if (i == first || in.getByte(i - 1) != '\r') {
          throw new BadRequest(400, "a line of the head that ends in a line feed alone");
        }
        if (i - first >= 3 && in.getByte(i - 2) == '\n') {
          return i - 3;
        }
      } else if (i > first && in.getByte(i - 1) == '\r') {
        throw new BadRequest(400, "a carriage return within a line of the head");
      }
    }
    scannedBytes = in.writerIndex() - first;
    return -1;
  }

  private void requireHeadFits(int bytes) throws BadRequest {
    if (bytes > limits.maxHeadBytes()) {
      throw new BadRequest(431, "a head of more than " + limits.maxHeadBytes() + " bytes");
    }
  }

  private boolean data(ByteBuf in, Output out) throws BadRequest {
    int size = (int) Math.min(leftBytes, in.readableBytes());
    if (size == 0) {
      return false;
    }
    leftBytes -= size;
    bodyBytes += size;
    if (bodyBytes > limits.maxBodyBytes()) {
      throw tooLarge();
    }
    out.body(in.readSlice(size));
    if (leftBytes > 0) {
      return true;
    }
    if (state == State.FIXED) {
      finish(out);
    } else {
      state = State.CHUNK_END;
    }
    return true;
  }

  private boolean chunkSize(ByteBuf in) throws BadRequest {
    String line = line(in);
    if (line == null) {
      return false;
    }
    int digits = 0;
    long size = 0;
    while (digits < line.length() && Character.digit(line.charAt(digits), 16) >= 0) {
      size = size * 16 + Character.digit(line.charAt(digits), 16);
      digits++;
      if (digits > MAX_CHUNK_DIGITS) {
        throw new BadRequest(400, "a chunk size of more than " + MAX_CHUNK_DIGITS + " digits");
      }
    }
    if (digits == 0 || (digits < line.length() && line.charAt(digits) != ';')) {
      throw new BadRequest(400, "an invalid chunk size");
    }
    leftBytes = size;
    state = size == 0 ? State.TRAILERS : State.CHUNK_DATA;
    return true;
  }

  private boolean chunkEnd(ByteBuf in) throws BadRequest {
    if (in.readableBytes() < 2) {
      return false;
    }
    if (in.readByte() != '\r' || in.readByte() != '\n') {
      throw new BadRequest(400, "a chunk that is not as long as it says");
    }
    overheadBytes += 2;
    state = State.CHUNK_SIZE;
    return true;
  }

  /** Trailers are read and dropped, as RFC 9110 allows. */
  private boolean trailer(ByteBuf in, Output out) throws BadRequest {
    String line = line(in);
    if (line == null) {
      return false;
    }
    if (line.isEmpty()) {
      finish(out);
    } else if (HeadParser.isForbiddenInTrailer(HeadParser.field(line).name())) {
      throw new BadRequest(400, "a trailer field that belongs into the head");
    }
    return true;
  }

  /** The next line without its end; null if it is not there yet. */
  private @Nullable String line(ByteBuf in) throws BadRequest {
    int found = in.indexOf(in.readerIndex(), in.writerIndex(), (byte) '\n');
    int size = (found < 0 ? in.writerIndex() : found + 1) - in.readerIndex();
    int most = state == State.TRAILERS ? limits.maxHeadBytes() : MAX_CHUNK_LINE_BYTES;
    if (size > most) {
      throw new BadRequest(400, "a line of more than " + most + " bytes among the chunks");
    }
    if (found < 0) {
      return null;
    }
    overheadBytes += size;
    if (overheadBytes > FREE_OVERHEAD_BYTES + bodyBytes * OVERHEAD_FACTOR) {
      throw new BadRequest(400, "chunks that are too small for their number");
    }
    String line = in.readCharSequence(size, StandardCharsets.ISO_8859_1).toString();
    if (!line.endsWith("\r\n")) {
      throw new BadRequest(400, "a line among the chunks that ends in a line feed alone");
    }
    String content = line.substring(0, size - 2);
    if (!content.chars().allMatch(c -> (c >= ' ' && c != 0x7f) || c == '\t')) {
      throw new BadRequest(400, "a control character among the chunks");
    }
    return content;
  }

  private void finish(Output out) {
    state = State.DONE;
    out.end();
  }

  private BadRequest tooLarge() {
    return new BadRequest(413, "a body of more than " + limits.maxBodyBytes() + " bytes");
  }
}
