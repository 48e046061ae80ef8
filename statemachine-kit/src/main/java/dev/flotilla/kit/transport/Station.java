package dev.flotilla.kit.transport;

import dev.flotilla.node.transport.Transport;
import dev.flotilla.node.transport.TransportContext;
import dev.flotilla.node.transport.TransportEndpoint;
import dev.flotilla.node.transport.TransportPeer;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A server as far as a transport knows one: sends numbered frames and keeps what arrives. A frame
 * is the sender, a number, the length and bytes that follow from these. Any thread.
 */
final class Station implements TransportContext, Closeable {
  static final int MAX_FRAME_BYTES = 256 * 1024;
  static final int MIN_FRAME_BYTES = 3 * Integer.BYTES;

  private static final AtomicInteger STATIONS = new AtomicInteger();

  private final int id = STATIONS.incrementAndGet();
  private final AtomicInteger number = new AtomicInteger();
  private final List<Arrival> arrivals = new CopyOnWriteArrayList<>();
  private final TransportEndpoint endpoint;
  private volatile boolean isClosed;
  private volatile boolean hasHeardLate;

  /** A frame that is as some station has made it. */
  record Arrival(int sender, int number, int length) {}

  Station(Transport transport) throws IOException {
    endpoint = transport.open(this);
  }

  int id() {
    return id;
  }

  TransportEndpoint endpoint() {
    return endpoint;
  }

  TransportPeer peer() {
    return at(endpoint.address());
  }

  static TransportPeer at(String address) {
    return new TransportPeer(
        "urn:uuid:00000000-0000-0000-0000-000000000001",
        InetAddress.getLoopbackAddress().getHostAddress(),
        address);
  }

  /** What arrived, in order. */
  List<Arrival> arrivals() {
    return List.copyOf(arrivals);
  }

  boolean hasHeardLate() {
    return hasHeardLate;
  }

  /** The next number of a frame of this station. */
  int nextNumber() {
    return number.incrementAndGet();
  }

  boolean send(TransportPeer to, int frameNumber, int length) {
    return endpoint.send(to, frame(frameNumber, length));
  }

  byte[] frame(int frameNumber, int length) {
    byte[] frame = new byte[length];
    new SplittableRandom(id * 31L + frameNumber).nextBytes(frame);
    ByteBuffer.wrap(frame).putInt(id).putInt(frameNumber).putInt(length);
    return frame;
  }

  @Override
  public InetAddress listenAt() {
    return InetAddress.getLoopbackAddress();
  }

  @Override
  public int maxFrameBytes() {
    return MAX_FRAME_BYTES;
  }

  @Override
  public boolean received(byte[] frame, @Nullable X509Certificate sender) {
    hasHeardLate |= isClosed;
    if (frame.length < MIN_FRAME_BYTES) {
      return false;
    }
    ByteBuffer head = ByteBuffer.wrap(frame);
    int from = head.getInt();
    int frameNumber = head.getInt();
    byte[] expected = new byte[frame.length];
    new SplittableRandom(from * 31L + frameNumber).nextBytes(expected);
    ByteBuffer.wrap(expected).putInt(from).putInt(frameNumber).putInt(frame.length);
    boolean isWhole = Arrays.equals(frame, expected);
    if (isWhole) {
      arrivals.add(new Arrival(from, frameNumber, frame.length));
    }
    return isWhole;
  }

  @Override
  public void close() {
    endpoint.close();
    isClosed = true;
  }
}
