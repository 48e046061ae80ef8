package dev.flotilla.order.request;

import dev.flotilla.raft.model.Bytes;
import java.nio.ByteBuffer;

/**
 * What clients and servers send each other beside the messages of the protocols: a kind, which no
 * message of a protocol begins with, the client's number in 4 bytes, the request's in 8, and the
 * content. In case B the servers broadcast the frame of the request as it is.
 *
 * @param kind what it is
 * @param client the client
 * @param number the number of the request
 * @param content of a request or of a reply
 */
public record ClientFrame(Kind kind, int client, long number, Bytes content) {
  /** How many bytes there are beside the content. */
  static final int HEAD_BYTES = 1 + Integer.BYTES + Long.BYTES;

  /** What frames there are; the protocols' kinds are below 64. */
  public enum Kind {
    /** To a server, in case B. */
    REQUEST(64),
    /** To the client, in case A. */
    REPLY_A(65),
    /** To the client, in case B. */
    REPLY_B(66);

    private final byte code;

    Kind(int code) {
      this.code = (byte) code;
    }

    private static Kind of(byte code) {
      return code == REQUEST.code ? REQUEST : code == REPLY_A.code ? REPLY_A : REPLY_B;
    }
  }

  /** Whether a message is such a frame, or pretends to be one. */
  public static boolean isOne(Bytes message) {
    return message.size() > 0
        && message.at(0) >= Kind.REQUEST.code
        && message.at(0) <= Kind.REPLY_B.code;
  }

  /** The reply to a request. */
  static ClientFrame reply(Request request, Bytes content) {
    Kind kind = request.way() == RequestCase.A ? Kind.REPLY_A : Kind.REPLY_B;
    return new ClientFrame(kind, request.client(), request.number(), content);
  }

  /** The binary form. */
  Bytes encode() {
    ByteBuffer bytes = ByteBuffer.allocate(HEAD_BYTES + content.size());
    bytes.put(kind.code).putInt(client).putLong(number);
    content.copyTo(bytes);
    return Bytes.wrap(bytes.array());
  }

  /**
   * Reads a frame.
   *
   * @throws IllegalArgumentException if the message is none
   */
  public static ClientFrame decode(Bytes message) {
    if (!isOne(message) || message.size() < HEAD_BYTES) {
      throw new IllegalArgumentException(
          "a message of %s bytes is no request and no reply; those have at least %s bytes, and begin"
                  .formatted(message.size(), HEAD_BYTES)
              + " with %s to %s".formatted(Kind.REQUEST.code, Kind.REPLY_B.code));
    }
    ByteBuffer bytes = message.asReadOnlyBuffer();
    Kind kind = Kind.of(bytes.get());
    int client = bytes.getInt();
    long number = bytes.getLong();
    byte[] content = new byte[bytes.remaining()];
    bytes.get(content);
    return new ClientFrame(kind, client, number, Bytes.wrap(content));
  }
}
