package dev.flotilla.dpws.http;

import io.netty.buffer.ByteBuf;

/**
 * Cuts the bytes of one connection into HTTP/1.1 messages. Heads and bodies are bounded; chunks are
 * joined in place, so that a body is always one stretch of one array. Not thread-safe.
 */
final class HttpParser {
  private static final int MAX_CHUNK_DIGITS = 7;

  /** Which half of a conversation is read. */
  enum Kind {
    REQUESTS,
    RESPONSES
  }

  private enum Part {
    START_LINE,
    FIELDS,
    FIXED_BODY,
    CHUNK_SIZE,
    CHUNK,
    CHUNK_END,
    TRAILER,
    BODY_UNTIL_CLOSE,
    COMPLETE
  }

  private final Kind kind;
  private final int maxHeadBytes;
  private final int maxBodyBytes;
  private final InputWindow window = new InputWindow();

  private HttpHead head = new HttpHead();
  private Part part = Part.START_LINE;
  // Offsets from the window's start: what is parsed, what was searched for a line's end, the body.
  private int at;
  private int searched;
  private int bodyStart;
  private int bodyLength;
  private int chunkLeft;
  private int trailerStart;

  HttpParser(Kind kind, int maxHeadBytes, int maxBodyBytes) {
    this.kind = kind;
    this.maxHeadBytes = maxHeadBytes;
    this.maxBodyBytes = maxBodyBytes;
  }

  /** Takes everything readable; the caller still owns the buffer. */
  void feed(ByteBuf in) {
    window.append(in);
  }

  /**
   * Completes the next message, and forgets the one before.
   *
   * @return false when more bytes are needed
   */
  boolean next() throws HttpException {
    if (part == Part.COMPLETE) {
      forget();
    }
    while (part != Part.COMPLETE) {
      if (!advance()) {
        return false;
      }
    }
    return true;
  }

  /** At the end of the connection: whether that completes the message that is being read. */
  boolean endOfInput() throws HttpException {
    if (part != Part.BODY_UNTIL_CLOSE) {
      return false;
    }
    advance();
    part = Part.COMPLETE;
    return true;
  }

  /** Whether there are bytes of a message that is not complete, or not read yet. */
  boolean isInsideMessage() {
    return part == Part.COMPLETE
        ? window.length() > at
        : part != Part.START_LINE || window.length() > 0;
  }

  /** Whether the head is complete and the body awaited. */
  boolean awaitsBody() {
    return part != Part.COMPLETE && part.compareTo(Part.FIELDS) > 0;
  }

  /** The head of the message. */
  HttpHead head() {
    return head;
  }

  /** The array with the body; valid until more is fed. */
  byte[] bytes() {
    return window.bytes();
  }

  int bodyOffset() {
    return window.start() + bodyStart;
  }

  int bodyLength() {
    return bodyLength;
  }

  private boolean advance() throws HttpException {
    return switch (part) {
      case START_LINE -> startLine();
      case FIELDS -> field();
      case FIXED_BODY -> fixedBody();
      case CHUNK_SIZE -> chunkSize();
      case CHUNK -> chunk();
      case CHUNK_END -> chunkEnd();
      case TRAILER -> trailer();
      case BODY_UNTIL_CLOSE -> bodyUntilClose();
      case COMPLETE -> true;
    };
  }

  private boolean startLine() throws HttpException {
    int end = lineEnd(0);
    if (end < 0) {
      return false;
    }
    if (end == at) {
      // Empty lines before a request are passed over (RFC 9112, 2.2).
      toNextLine();
      window.consume(at);
      at = 0;
      searched = 0;
      return true;
    }
    int start = window.start();
    if (kind == Kind.REQUESTS) {
      head.requestLine(window.bytes(), start + at, start + end);
    } else {
      head.statusLine(window.bytes(), start + at, start + end);
    }
    toNextLine();
    part = Part.FIELDS;
    return true;
  }

  private boolean field() throws HttpException {
    int end = lineEnd(0);
    if (end < 0) {
      return false;
    }
    if (end > at) {
      head.field(window.bytes(), window.start() + at, window.start() + end);
      toNextLine();
      return true;
    }
    toNextLine();
    head.complete();
    bodyStart = at;
    part = bodyPart();
    return true;
  }

  private Part bodyPart() throws HttpException {
    int status = head.status();
    if (kind == Kind.RESPONSES && status < 200) {
      forgetHead();
      return Part.START_LINE;
    }
    if (kind == Kind.RESPONSES && (status == 204 || status == 304)) {
      return Part.COMPLETE;
    }
    if (head.isChunked()) {
      return Part.CHUNK_SIZE;
    }
    if (head.contentLength() == HttpHead.UNKNOWN_LENGTH) {
      return kind == Kind.REQUESTS ? Part.COMPLETE : Part.BODY_UNTIL_CLOSE;
    }
    requireBodyLength(head.contentLength());
    return Part.FIXED_BODY;
  }

  private boolean fixedBody() {
    if (window.length() - bodyStart < head.contentLength()) {
      return false;
    }
    bodyLength = (int) head.contentLength();
    at = bodyStart + bodyLength;
    part = Part.COMPLETE;
    return true;
  }

  private boolean bodyUntilClose() throws HttpException {
    bodyLength = window.length() - bodyStart;
    requireBodyLength(bodyLength);
    at = window.length();
    return false;
  }

  private boolean chunkSize() throws HttpException {
    int end = lineEnd(at);
    if (end < 0) {
      return false;
    }
    chunkLeft = 0;
    int i = at;
    for (int digit; i < end && (digit = Character.digit(window.at(i), 16)) >= 0; i++) {
      chunkLeft = 16 * chunkLeft + digit;
      if (i - at >= MAX_CHUNK_DIGITS) {
        throw new HttpException(400, "a chunk size has too many digits");
      }
    }
    if (i == at || (i < end && window.at(i) != ';' && window.at(i) != ' ')) {
      throw new HttpException(400, "a chunk size is not a hexadecimal number");
    }
    requireBodyLength((long) bodyLength + chunkLeft);
    if (at - bodyStart - bodyLength > maxHeadBytes + maxBodyBytes / 4) {
      throw new HttpException(400, "the chunks are too small for their number");
    }
    toNextLine();
    trailerStart = at;
    part = chunkLeft == 0 ? Part.TRAILER : Part.CHUNK;
    return true;
  }

  private boolean chunk() {
    int arrived = Math.min(chunkLeft, window.length() - at);
    window.moveDown(at, bodyStart + bodyLength, arrived);
    bodyLength += arrived;
    chunkLeft -= arrived;
    at += arrived;
    searched = at;
    if (chunkLeft > 0) {
      return false;
    }
    part = Part.CHUNK_END;
    return true;
  }

  private boolean chunkEnd() throws HttpException {
    int end = lineEnd(at);
    if (end < 0) {
      return false;
    }
    if (end != at) {
      throw new HttpException(400, "a chunk is longer than it says");
    }
    toNextLine();
    part = Part.CHUNK_SIZE;
    return true;
  }

  private boolean trailer() throws HttpException {
    int end = lineEnd(trailerStart);
    if (end < 0) {
      return false;
    }
    boolean last = end == at;
    toNextLine();
    if (last) {
      part = Part.COMPLETE;
    }
    return true;
  }

  /**
   * Finds the end of the line that starts at the parsed place, without its line break; -1 if it has
   * not arrived.
   *
   * @param from where the lines began whose total length is limited
   */
  private int lineEnd(int from) throws HttpException {
    int lineFeed = window.indexOf((byte) '\n', searched);
    searched = lineFeed < 0 ? window.length() : lineFeed;
    if (searched - from >= maxHeadBytes) {
      throw new HttpException(431, "the head of a message exceeds " + maxHeadBytes + " bytes");
    }
    if (lineFeed < 0) {
      return -1;
    }
    return lineFeed > at && window.at(lineFeed - 1) == '\r' ? lineFeed - 1 : lineFeed;
  }

  private void toNextLine() {
    searched++;
    at = searched;
  }

  private void requireBodyLength(long length) throws HttpException {
    if (length > maxBodyBytes) {
      throw new HttpException(
          413, "the envelope exceeds " + maxBodyBytes + " bytes, the most that is accepted here");
    }
  }

  private void forget() {
    forgetHead();
    part = Part.START_LINE;
  }

  private void forgetHead() {
    window.consume(at);
    head = new HttpHead();
    at = 0;
    searched = 0;
    bodyStart = 0;
    bodyLength = 0;
  }
}
