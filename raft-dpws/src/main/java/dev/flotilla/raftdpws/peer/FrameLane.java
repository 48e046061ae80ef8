package dev.flotilla.raftdpws.peer;

import dev.flotilla.node.frame.MessageCodec;
import dev.flotilla.node.transport.TransportEndpoint;
import dev.flotilla.node.transport.TransportPeer;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.model.Member;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The way of frames to and from one other member.
 *
 * <p>Each side names a token, at the address that the other has answered for its transport. A frame
 * counts only with the token that this side named, so who sends it receives there. The lane is open
 * once the token of the other side is known; it closes when the endpoint has no connection, or when
 * {@value #MAX_UNANSWERED} requests have no answer for as long as an answer may take.
 *
 * <p>Any thread.
 */
final class FrameLane {
  /** So many requests in a row without an answer, and SOAP takes over. */
  static final int MAX_UNANSWERED = 5;

  static final byte DATA = 3;
  private static final int DATA_BYTES = 1 + Long.BYTES;

  private final Member member;
  private final long ownToken;
  private final TransportEndpoint endpoint;
  private final AtomicInteger unanswered = new AtomicInteger();
  private volatile long unansweredSinceNanos;
  private volatile @Nullable Way way;
  // Null until it has sent a frame.
  private volatile @Nullable Long heardNanos;
  private volatile String url = "";

  /** Where the member receives, and the token that it wants to see. */
  private record Way(TransportPeer peer, long token) {}

  FrameLane(Member member, long ownToken, TransportEndpoint endpoint) {
    this.member = member;
    this.ownToken = ownToken;
    this.endpoint = endpoint;
  }

  Member member() {
    return member;
  }

  long ownToken() {
    return ownToken;
  }

  /** Where the member says that its RAFT_Service is; empty as long as it has not said so. */
  String url() {
    return url;
  }

  void says(String address) {
    url = address;
  }

  boolean isOpen() {
    return way != null;
  }

  /** When a frame came from the member last; null if none has. */
  @Nullable Long heardNanos() {
    return heardNanos;
  }

  /**
   * Opens the lane, or moves it: the other side has shown that it receives there.
   *
   * @return whether anything has changed
   */
  synchronized boolean renew(TransportPeer peer, long token) {
    Way former = way;
    way = new Way(peer, token);
    unanswered.set(0);
    return !way.equals(former);
  }

  /** Whether it is open with the token that the member wants. */
  boolean isOpenWith(long token) {
    Way now = way;
    return now != null && now.token() == token;
  }

  /** Closes it and its connection. */
  void close() {
    Way former = way;
    way = null;
    if (former != null) {
      endpoint.disconnect(former.peer());
    }
  }

  /** A frame with the right token has come. */
  void heard(Message message, long nowNanos) {
    heardNanos = nowNanos;
    if (message instanceof Message.Response) {
      unanswered.set(0);
    }
  }

  /**
   * Sends a message.
   *
   * @param maxFrameBytes a longer one is not sent
   * @param patienceNanos how long an answer may take
   * @return false if it has to go by SOAP
   */
  boolean send(Message message, int maxFrameBytes, long nowNanos, long patienceNanos) {
    Way now = way;
    int size = DATA_BYTES + MessageCodec.sizeOf(message);
    if (now == null || size > Math.min(maxFrameBytes, endpoint.maxFrameBytes())) {
      return false;
    }
    ByteBuffer frame = ByteBuffer.allocate(size).put(DATA).putLong(now.token());
    MessageCodec.write(message, frame);
    byte[] bytes = frame.array();
    boolean isSent =
        endpoint.send(
            now.peer(), frame.hasRemaining() ? Arrays.copyOf(bytes, frame.position()) : bytes);
    if (!isSent || (message instanceof Message.Request && isSilent(nowNanos, patienceNanos))) {
      close();
    }
    return isSent;
  }

  private boolean isSilent(long nowNanos, long patienceNanos) {
    int count = unanswered.incrementAndGet();
    if (count == 1) {
      unansweredSinceNanos = nowNanos;
    }
    return count >= MAX_UNANSWERED && nowNanos - unansweredSinceNanos >= patienceNanos;
  }
}
