package dev.flotilla.kit.transport;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.flotilla.kit.transport.Station.Arrival;
import dev.flotilla.node.transport.Transport;
import dev.flotilla.node.transport.TransportPeer;
import java.io.Closeable;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One run of one case, with stations of its own. One thread. */
final class TransportTrial implements Closeable {
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
  private static final long LOOK_NANOS = 1_000_000;

  private static final int ORDERED_FRAMES = 2_000;
  private static final int OUTSTANDING = 16;

  /** Those under way when six connections break one after the other. */
  private static final int MAX_LOST = 6 * OUTSTANDING;

  private static final long LATE_NANOS = 200_000_000;

  /** A paused peer is sent so many frames of so many bytes; so many bytes may be kept. */
  private static final int PAUSED_FRAMES = 2_000;

  private static final int PAUSED_BYTES = 64 * 1024;
  private static final int MAX_KEPT_FRAMES = 512;

  private static final int DEAD_SENDS = 2_000;
  private static final int SILENT_CONNECTIONS = 150;
  private static final int NOISY_CONNECTIONS = 30;

  /** So many closed ones that are in use are no accident. */
  private static final int PORTS = 3;

  private final Supplier<? extends Transport> transport;
  private final long patienceNanos;
  private final List<Closeable> opened = new ArrayList<>();

  TransportTrial(Supplier<? extends Transport> transport, Duration patience) {
    this.transport = transport;
    this.patienceNanos = patience.toNanos();
  }

  void run(TransportCase each) throws Exception {
    switch (each) {
      case WHOLE -> whole();
      case ORDERED -> ordered();
      case BOUNDED -> bounded();
      case DEAD_PEER -> deadPeer();
      case RECONNECTS -> reconnects();
      case GARBAGE -> garbage();
      case CLOSED -> closed();
    }
  }

  private void whole() throws Exception {
    Station sender = station();
    Station receiver = station();
    int longest = Math.min(Station.MAX_FRAME_BYTES, sender.endpoint().maxFrameBytes());
    for (int length : new int[] {12, 13, 1_000, 4_096, 4_097, 30_000, longest - 1, longest}) {
      deliver(sender, receiver, length);
    }
    requireOnce(receiver);
  }

  private void ordered() throws Exception {
    Station sender = station();
    Station receiver = station();
    deliver(sender, receiver, Station.MIN_FRAME_BYTES);
    TransportPeer to = receiver.peer();
    int before = receiver.arrivals().size();
    int late = 0;
    for (int i = 1; i <= ORDERED_FRAMES; i++) {
      int sent = i;
      int number = sender.nextNumber();
      // Refused while it connects anew.
      holds(() -> sender.send(to, number, 100), LATE_NANOS);
      IntSupplier missing = () -> before + sent - receiver.arrivals().size();
      int underWay = OUTSTANDING + late;
      holds(() -> missing.getAsInt() <= underWay, LATE_NANOS);
      late = Math.max(0, missing.getAsInt() - OUTSTANDING);
      // On a busy machine frames are late; only those that never arrive are lost.
      if (late > MAX_LOST
          && !holds(() -> missing.getAsInt() <= OUTSTANDING + MAX_LOST, patienceNanos)) {
        throw new TransportViolation(
            "%s of %s frames were lost, though at most %s were under way"
                .formatted(missing.getAsInt() - OUTSTANDING, sent, OUTSTANDING));
      }
    }
    requireOnce(receiver);
    int last = 0;
    for (Arrival arrival : receiver.arrivals()) {
      if (arrival.number() < last) {
        throw new TransportViolation(
            "frame %s arrived after frame %s".formatted(arrival.number(), last));
      }
      last = arrival.number();
    }
  }

  private void bounded() throws Exception {
    Station sender = station();
    Station other = station();
    deliver(sender, other, 100);
    try (ServerSocket silent = new ServerSocket(0, 50, LOOPBACK)) {
      TransportPeer paused = Station.at(String.valueOf(silent.getLocalPort()));
      int length = Math.min(PAUSED_BYTES, sender.endpoint().maxFrameBytes());
      List<WeakReference<byte[]>> frames = new ArrayList<>();
      sendAll(
          () -> {
            // Until there is a connection, nothing waits.
            holds(() -> sender.send(paused, sender.nextNumber(), 100), 2_000_000_000);
            for (int i = 0; i < PAUSED_FRAMES; i++) {
              byte[] frame = sender.frame(sender.nextNumber(), length);
              frames.add(new WeakReference<>(frame));
              sender.endpoint().send(paused, frame);
            }
          },
          "a peer that takes nothing");
      System.gc();
      long kept = frames.stream().filter(it -> it.get() != null).count();
      if (kept > MAX_KEPT_FRAMES) {
        throw new TransportViolation(
            "%s of %s frames of %s bytes wait for a peer that takes nothing"
                .formatted(kept, PAUSED_FRAMES, length));
      }
      deliver(sender, other, 100);
    }
  }

  private void deadPeer() throws Exception {
    Station sender = station();
    Station other = station();
    TransportPeer dead = Station.at("1");
    sendAll(
        () -> {
          for (int i = 0; i < DEAD_SENDS; i++) {
            sender.send(dead, sender.nextNumber(), 100);
          }
        },
        "an address where nobody listens");
    deliver(sender, other, 100);
  }

  private void reconnects() throws Exception {
    Station sender = station();
    Station first = station();
    deliver(sender, first, 100);
    TransportPeer former = first.peer();
    first.close();
    for (int i = 0; i < 100; i++) {
      sender.send(former, sender.nextNumber(), 100);
    }
    Station second = station();
    int from = sender.nextNumber();
    deliver(sender, second, 100);
    sender.endpoint().disconnect(second.peer());
    deliver(sender, second, 100);
    requireOnce(second);
    if (second.arrivals().stream().anyMatch(it -> it.number() < from)) {
      throw new TransportViolation("a frame for another address has arrived");
    }
  }

  private void garbage() throws Exception {
    Station sender = station();
    Station receiver = station();
    deliver(sender, receiver, 100);
    OptionalInt port = port(receiver);
    if (port.isPresent()) {
      disturb(port.getAsInt());
    }
    deliver(sender, receiver, 20_000);
    Station newcomer = station();
    deliver(newcomer, receiver, 100);
    Set<Integer> senders = Set.of(sender.id(), newcomer.id());
    if (receiver.arrivals().stream().anyMatch(it -> !senders.contains(it.sender()))) {
      throw new TransportViolation("a frame that nobody sent has arrived");
    }
    requireOnce(receiver);
  }

  private void disturb(int port) throws IOException {
    SplittableRandom random = new SplittableRandom(port);
    for (int i = 0; i < SILENT_CONNECTIONS; i++) {
      connection(port);
    }
    for (int i = 0; i < NOISY_CONNECTIONS; i++) {
      byte[] noise = new byte[1 + random.nextInt(2_000)];
      random.nextBytes(noise);
      switch (i % 3) {
        case 0 -> noise = "GET / HTTP/1.1\r\nHost: here\r\n\r\n".getBytes(US_ASCII);
        case 1 -> ByteBuffer.wrap(noise).put((byte) 0x7f);
        default -> {}
      }
      write(port, noise);
      try (DatagramSocket socket = new DatagramSocket()) {
        socket.send(new DatagramPacket(noise, noise.length, LOOPBACK, port));
      }
    }
  }

  private void write(int port, byte[] noise) {
    try {
      Socket socket = connection(port);
      if (socket != null) {
        socket.getOutputStream().write(noise);
      }
    } catch (IOException e) {
      // It has been closed, which is right.
    }
  }

  private @Nullable Socket connection(int port) {
    try {
      Socket socket = new Socket(LOOPBACK, port);
      opened.add(socket);
      return socket;
    } catch (IOException e) {
      return null; // Refused, which is right.
    }
  }

  private void closed() throws Exception {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    Station sender = station();
    Station receiver = station();
    deliver(sender, receiver, 100);
    deliver(receiver, sender, 100);
    OptionalInt port = port(receiver);
    TransportPeer peer = receiver.peer();
    for (int i = 0; i < 100; i++) {
      sender.send(peer, sender.nextNumber(), 100);
    }
    receiver.close();
    receiver.close();
    if (receiver.send(sender.peer(), receiver.nextNumber(), 100)) {
      throw new TransportViolation("send returns true after close");
    }
    if (port.isPresent() && !isFree(port.getAsInt())) {
      requireThatAnotherPortIsFree();
    }
    holds(() -> !sender.send(peer, sender.nextNumber(), 100), 500_000_000);
    if (receiver.hasHeardLate()) {
      throw new TransportViolation("a frame was handed over after close");
    }
    sender.close();
    Set<Thread> left = new HashSet<>();
    boolean haveEnded =
        holds(
            () -> {
              left.clear();
              left.addAll(Thread.getAllStackTraces().keySet());
              left.removeAll(before);
              left.removeIf(it -> it.getThreadGroup() == null || isOfTheJdk(it));
              return left.isEmpty();
            },
            patienceNanos);
    if (!haveEnded) {
      throw new TransportViolation("threads are left after close: " + left);
    }
  }

  private static boolean isOfTheJdk(Thread thread) {
    return "system".equals(thread.getThreadGroup().getName())
        || "InnocuousThreadGroup".equals(thread.getThreadGroup().getName());
  }

  /** Another program may have taken the first one, or have it for the other protocol. */
  private void requireThatAnotherPortIsFree() throws IOException, TransportViolation {
    List<Integer> inUse = new ArrayList<>();
    while (inUse.size() < PORTS) {
      Station made = station();
      int port = port(made).orElseThrow();
      made.close();
      if (isFree(port)) {
        return;
      }
      inUse.add(port);
    }
    throw new TransportViolation("ports %s are in use after close".formatted(inUse));
  }

  private static boolean isFree(int port) {
    try (ServerSocket stream = new ServerSocket(port, 1, LOOPBACK);
        DatagramSocket datagrams = new DatagramSocket(port, LOOPBACK)) {
      return stream.getLocalPort() == datagrams.getLocalPort();
    } catch (IOException e) {
      return false;
    }
  }

  /** Sends one frame, again as long as it is lost, until it has arrived. */
  private void deliver(Station from, Station to, int length) throws TransportViolation {
    Set<Integer> numbers = new HashSet<>();
    TransportPeer peer = to.peer();
    boolean hasArrived =
        holds(
            () -> {
              int number = from.nextNumber();
              if (from.send(peer, number, length)) {
                numbers.add(number);
              }
              return holds(() -> hasArrived(from, to, numbers), 200_000_000);
            },
            patienceNanos);
    if (!hasArrived) {
      throw new TransportViolation(
          "no frame of %s bytes has arrived; send was true for %s"
              .formatted(length, numbers.size()));
    }
  }

  private static boolean hasArrived(Station from, Station to, Set<Integer> numbers) {
    return to.arrivals().stream()
        .anyMatch(it -> it.sender() == from.id() && numbers.contains(it.number()));
  }

  private static void requireOnce(Station station) throws TransportViolation {
    Set<Arrival> seen = new HashSet<>();
    for (Arrival arrival : station.arrivals()) {
      if (!seen.add(arrival)) {
        throw new TransportViolation("frame %s arrived twice".formatted(arrival.number()));
      }
    }
  }

  /** Sends from a thread of its own, which must come back. */
  private void sendAll(Runnable sends, String where) throws Exception {
    Thread thread = new Thread(sends, "kit-sends");
    thread.setDaemon(true);
    thread.start();
    thread.join(Duration.ofNanos(patienceNanos).toMillis());
    if (thread.isAlive()) {
      throw new TransportViolation("send blocks for " + where);
    }
  }

  private boolean holds(BooleanSupplier condition, long nanos) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - start > nanos) {
        return false;
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
    return true;
  }

  private static OptionalInt port(Station station) {
    String address = station.endpoint().address();
    return address.matches("[0-9]{1,5}")
        ? OptionalInt.of(Integer.parseInt(address))
        : OptionalInt.empty();
  }

  private Station station() throws IOException {
    Station made = new Station(transport.get());
    opened.add(made);
    return made;
  }

  @Override
  public void close() throws IOException {
    for (Closeable each : opened) {
      each.close();
    }
  }
}
