package dev.flotilla.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MulticastSocket;
import java.net.NetworkInterface;
import java.net.StandardSocketOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Hears what is said on loopback about discovery, to the group and in answer to itself. */
final class DatagramRecorder implements AutoCloseable {
  private static final InetSocketAddress GROUP = new InetSocketAddress("239.255.255.250", 3_702);
  private static final int MAX_BYTES = 1 << 16;
  private static final long PATIENCE_NANOS = Await.limit().toNanos();

  private final Recording toTheGroup = new Recording();
  private final Recording toUs = new Recording();
  private final MulticastSocket ears;
  private final DatagramSocket mouth;

  /** All that came. */
  private static final class Recording {
    private final List<byte[]> datagrams = new ArrayList<>();

    synchronized void add(byte[] datagram) {
      datagrams.add(datagram);
      notifyAll();
    }

    synchronized byte[] first(String... texts) throws InterruptedException {
      long deadline = System.nanoTime() + PATIENCE_NANOS;
      for (int next = 0; ; next++) {
        while (next == datagrams.size()) {
          long millis = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
          if (millis <= 0) {
            throw new AssertionError("nobody said " + Arrays.toString(texts));
          }
          wait(millis);
        }
        String said = new String(datagrams.get(next), UTF_8);
        if (Arrays.stream(texts).allMatch(said::contains)) {
          return datagrams.get(next);
        }
      }
    }
  }

  private DatagramRecorder() throws IOException {
    NetworkInterface loopback = NetworkInterface.getByName("lo");
    ears = new MulticastSocket(null);
    ears.setReuseAddress(true);
    ears.bind(new InetSocketAddress(GROUP.getPort()));
    ears.joinGroup(GROUP, loopback);
    mouth = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    mouth.setOption(StandardSocketOptions.IP_MULTICAST_IF, loopback);
    record(ears, toTheGroup);
    record(mouth, toUs);
  }

  static DatagramRecorder open() throws IOException {
    return new DatagramRecorder();
  }

  /** Says something to the group. */
  void multicast(String envelope) throws IOException {
    byte[] bytes = envelope.getBytes(UTF_8);
    mouth.send(new DatagramPacket(bytes, bytes.length, GROUP));
  }

  /** The first datagram to the group that holds all of these texts; waits for it. */
  byte[] heard(String... texts) throws InterruptedException {
    return toTheGroup.first(texts);
  }

  /** The first answer to what was said here that holds all of these texts; waits for it. */
  byte[] answered(String... texts) throws InterruptedException {
    return toUs.first(texts);
  }

  @Override
  public void close() {
    ears.close();
    mouth.close();
  }

  private static void record(DatagramSocket socket, Recording into) {
    Thread thread =
        new Thread(
            () -> {
              DatagramPacket packet = new DatagramPacket(new byte[MAX_BYTES], MAX_BYTES);
              try {
                while (true) {
                  packet.setLength(MAX_BYTES);
                  socket.receive(packet);
                  into.add(Arrays.copyOf(packet.getData(), packet.getLength()));
                }
              } catch (IOException closed) {
                // As close() does.
              }
            },
            "datagram-recorder");
    thread.setDaemon(true);
    thread.start();
  }
}
