package dev.flotilla.bench.harness.hosts;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * Holds up packets between hosts, for kernels that cannot. Each host sends its Ethernet frames in
 * VXLAN packets to this relay, which passes each on after the delay: to the host whose MAC address
 * it has, or to all others if it is multicast. So TCP and UDP are delayed alike, in order.
 *
 * <p>The delay of a packet is never too short. It is longer by the time in which a thread wakes up,
 * which {@link #words} tells with the processor time; that is in no host's quota.
 *
 * <p><b>Thread.</b> One receives and one sends; both end by {@link #close}. Any may call.
 */
final class DelayRelay implements AutoCloseable {
  private static final Path SOCKETS = Path.of("/proc/net/udp");
  private static final int MAX_PACKET_BYTES = 1_600;
  private static final int MAX_HELD = 16_384;
  private static final int BUFFER_BYTES = 4 * 1024 * 1024;
  private static final int MAC = TunnelPacket.FRAME;
  private static final int LAST_OF_MAC = MAC + 5;
  private static final int LAST_OF_ADDRESS = 3;
  private static final int PROBES = 100;
  private static final int PROBE_MILLIS = 5_000;
  private static final int DIGITS = 3;
  private static final double MEDIAN = 50;
  private static final double MOST = 99;
  private static final double MILLI = 1e6;
  private static final double MICRO = 1e3;

  private final DatagramChannel channel;
  private final InetSocketAddress address;
  private final List<InetSocketAddress> hosts = new ArrayList<>();
  private final long delayNanos;
  private final BlockingQueue<Held> held = new ArrayBlockingQueue<>(MAX_HELD);
  private final Histogram delays = new ConcurrentHistogram(DIGITS);
  private final Histogram alone = new Histogram(DIGITS);
  private final LongAdder unsent = new LongAdder();
  private final Thread receiver = new Thread(this::receive, "delay-relay-receive");
  private final Thread sender = new Thread(this::send, "delay-relay-send");

  /** A packet, and when it came. */
  private record Held(InetSocketAddress from, ByteBuffer packet, long nanos) {}

  private DelayRelay(DatagramChannel channel, int hosts, Duration delay) throws IOException {
    this.channel = channel;
    this.address = (InetSocketAddress) channel.getLocalAddress();
    this.delayNanos = delay.toNanos();
    byte[] bytes = address.getAddress().getAddress();
    for (int number = 1; number <= hosts; number++) {
      bytes[LAST_OF_ADDRESS] = (byte) number;
      this.hosts.add(new InetSocketAddress(InetAddress.getByAddress(bytes), address.getPort()));
    }
    receiver.setDaemon(true);
    sender.setDaemon(true);
  }

  /**
   * Starts to relay, and measures how long one packet alone takes.
   *
   * @param own an address of this machine; hosts have the same but for the last number, from 1
   */
  static DelayRelay start(InetAddress own, int hosts, Duration delay) throws IOException {
    DatagramChannel channel = DatagramChannel.open();
    DelayRelay relay;
    try {
      channel.setOption(StandardSocketOptions.SO_RCVBUF, BUFFER_BYTES);
      channel.bind(new InetSocketAddress(own, 0));
      relay = new DelayRelay(channel, hosts, delay);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
    try {
      relay.receiver.start();
      relay.sender.start();
      relay.probe();
      return relay;
    } catch (IOException e) {
      relay.close();
      throw e;
    }
  }

  /** The MAC address of a host's link. */
  static String mac(int host) {
    return String.format(Locale.ROOT, "02:fb:00:00:00:%02x", host);
  }

  /** Where hosts send packets. */
  InetSocketAddress address() {
    return address;
  }

  /** How long packets were held, and what it has cost. */
  String words() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long cpu =
        Math.max(0, threads.getThreadCpuTime(receiver.getId()))
            + Math.max(0, threads.getThreadCpuTime(sender.getId()));
    long packets = delays.getTotalCount();
    return String.format(
        Locale.ROOT,
        "a relay held %d packets for %.3f ms in the median and %.3f ms at the 99th percentile; one"
            + " alone took %.3f ms and %.3f ms from sender to receiver; the relay took %.1f µs of"
            + " processor time for a packet, outside of all quotas, and lost %d packets",
        packets,
        delays.getValueAtPercentile(MEDIAN) / MILLI,
        delays.getValueAtPercentile(MOST) / MILLI,
        alone.getValueAtPercentile(MEDIAN) / MILLI,
        alone.getValueAtPercentile(MOST) / MILLI,
        cpu / MICRO / Math.max(1, packets),
        lost());
  }

  /** Packets for which a socket had no room; the last column of the kernel's table. */
  private long lost() {
    String port = String.format(Locale.ROOT, ":%04X ", address.getPort());
    try (Stream<String> lines = Files.lines(SOCKETS)) {
      return lines
              .filter(line -> line.contains(port))
              .map(String::strip)
              .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
              .sum()
          + unsent.sum();
    } catch (IOException e) {
      return -1;
    }
  }

  /** Packets of this machine itself come back, so one clock measures them. */
  private void probe() throws IOException {
    byte[] bytes = new byte[MAX_PACKET_BYTES / 2];
    try (DatagramSocket socket = new DatagramSocket(0, address.getAddress())) {
      socket.setSoTimeout(PROBE_MILLIS);
      for (int i = 0; i < PROBES; i++) {
        long start = System.nanoTime();
        socket.send(new DatagramPacket(bytes, bytes.length, address));
        socket.receive(new DatagramPacket(new byte[bytes.length], bytes.length));
        alone.recordValue(System.nanoTime() - start);
      }
    }
  }

  private void receive() {
    try {
      while (true) {
        ByteBuffer packet = ByteBuffer.allocate(MAX_PACKET_BYTES);
        InetSocketAddress from = (InetSocketAddress) channel.receive(packet);
        long now = System.nanoTime();
        TunnelPacket.completeChecksum(packet.flip());
        held.put(new Held(from, packet, now));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      if (channel.isOpen()) {
        System.err.println("flotilla bench: the relay of --delay receives no more: " + e);
      }
    }
  }

  private void send() {
    try {
      while (channel.isOpen()) {
        Held next = held.take();
        long left = delayNanos - (System.nanoTime() - next.nanos);
        while (left > 0 && channel.isOpen()) {
          LockSupport.parkNanos(left);
          left = delayNanos - (System.nanoTime() - next.nanos);
        }
        delays.recordValue(System.nanoTime() - next.nanos);
        forwardOrLose(next);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** One packet that cannot be sent, such as for want of buffers, does not end the others. */
  private void forwardOrLose(Held next) {
    try {
      forward(next);
    } catch (IOException e) {
      unsent.increment();
    }
  }

  private void forward(Held next) throws IOException {
    ByteBuffer packet = next.packet;
    if (next.from.getAddress().equals(address.getAddress())) {
      channel.send(packet, next.from);
    } else if (packet.limit() > LAST_OF_MAC && (packet.get(MAC) & 1) == 0) {
      int host = packet.get(LAST_OF_MAC);
      if (host >= 1 && host <= hosts.size()) {
        channel.send(packet, hosts.get(host - 1));
      }
    } else {
      for (InetSocketAddress host : hosts) {
        if (!host.equals(next.from) && !host.getAddress().equals(next.from.getAddress())) {
          channel.send(packet.duplicate(), host);
        }
      }
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
    receiver.interrupt();
    sender.interrupt();
  }
}
