package dev.flotilla.sim.wire;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Hosts by number, each with at most one process, and the connections between them. */
public final class WireNetwork {
  private static final int IPV4_BYTES = 4;
  private static final int NOWHERE = -1;
  private static final int PORT = 8080;
  private static final int BITS = 8;
  private static final int MASK = 0xFF;
  private static final byte NET = 10;
  private static final int SOON_NANOS = 20_000;
  private static final long SYN_RETRY_NANOS = 100_000_000;

  private final Timeline timeline;
  private final Ways ways;
  private final SplittableRandom random;
  private final Map<Integer, WireProcess> processes = new HashMap<>();
  private int channels;
  private double changeRate;
  private long changedBytes;

  /** A network without hosts. */
  public WireNetwork(Timeline timeline, Ways ways, SplittableRandom random) {
    this.timeline = timeline;
    this.ways = ways;
    this.random = random;
  }

  /** Where a host listens. */
  public static InetSocketAddress addressOf(int host) {
    byte[] address = {NET, 0, (byte) (host >> BITS), (byte) (host & MASK)};
    try {
      return new InetSocketAddress(InetAddress.getByAddress(address), PORT);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /**
   * Starts a process on a host, in the place of the one that ran there before.
   *
   * @param pausedUntilNanos until when nothing of it runs; past times mean that it runs
   */
  public WireProcess begin(int host, LongSupplier pausedUntilNanos) {
    WireProcess process = new WireProcess(this, host, pausedUntilNanos);
    WireProcess before = processes.put(host, process);
    if (before != null) {
      before.hostRuns();
    }
    return process;
  }

  /** Changes a byte of so many of the pieces that are sent between servers. */
  public void change(double rate) {
    changeRate = rate;
  }

  /** How many bytes have been changed. */
  public long changedBytes() {
    return changedBytes;
  }

  Timeline timeline() {
    return timeline;
  }

  Ways ways() {
    return ways;
  }

  SplittableRandom random() {
    return random;
  }

  long nextSeed() {
    return random.nextLong();
  }

  long soonNanos() {
    return random.nextInt(SOON_NANOS);
  }

  WireId nextId() {
    channels++;
    return new WireId(channels);
  }

  /** What the network makes of bytes. */
  byte[] passed(int from, int to, byte[] bytes) {
    if (changeRate > 0 && bytes.length > 0 && random.nextDouble() < changeRate) {
      int place = random.nextInt(bytes.length);
      bytes[place] ^= (byte) (1 << random.nextInt(BITS));
      changedBytes++;
    }
    return bytes;
  }

  /** Opens a connection, and says later how that went. */
  void connect(WireChannel client, SocketAddress address) {
    int to = hostOf(address);
    int from = client.process().host();
    if (to == NOWHERE) {
      timeline.at(
          timeline.nowNanos() + soonNanos(),
          () -> client.failed(new ConnectException("No route to host")));
      return;
    }
    timeline.at(
        timeline.nowNanos() + ways.delayNanos(from, to), () -> arrive(client, from, address));
  }

  private void arrive(WireChannel client, int from, SocketAddress address) {
    int to = hostOf(address);
    if (!client.isWaiting()) {
      return;
    }
    WireProcess process = processes.get(to);
    if (!ways.isOpen(from, to) || process == null || process.isSilent()) {
      timeline.at(timeline.nowNanos() + SYN_RETRY_NANOS, () -> arrive(client, from, address));
      return;
    }
    boolean isPort = ((InetSocketAddress) address).getPort() == PORT;
    WireListener listener = isPort ? process.listener() : null;
    if (!process.isAlive() || listener == null) {
      timeline.at(
          timeline.nowNanos() + ways.delayNanos(to, from),
          () -> client.failed(new ConnectException("Connection refused")));
      return;
    }
    WireChannel child = new WireChannel(process, listener);
    child.join(client);
    client.join(child);
    child.greet();
    listener.accept(child);
  }

  /** The host of an address, {@link #NOWHERE} for one of another network. */
  private static int hostOf(SocketAddress address) {
    byte[] bytes = ((InetSocketAddress) address).getAddress().getAddress();
    if (bytes.length != IPV4_BYTES || bytes[0] != NET || bytes[1] != 0) {
      return NOWHERE;
    }
    return ((bytes[2] & MASK) << BITS) | (bytes[3] & MASK);
  }

  static IOException reset() {
    return new IOException("Connection reset by peer");
  }

  /** The process of a host, whether it still runs or not. */
  @Nullable WireProcess processOf(int host) {
    return processes.get(host);
  }
}
