package dev.flotilla.systemtests.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Many connections from one address, held open from one thread. */
final class Crowd implements AutoCloseable {
  private static final int BUFFER_BYTES = 4_096;
  private static final long ROUND_MILLIS = 5;

  /** 2,000 a second; more would measure how the attacker shares the processors with its victims. */
  private static final int REOPENED_A_ROUND = 10;

  private final RawHttp http;
  private final List<Place> places = new ArrayList<>();
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
  private int opened;
  private int closed;

  private record Place(Target target, ByteBuffer first, SocketChannel channel) {}

  Crowd(RawHttp http) {
    this.http = http;
  }

  /** Opens connections to a server, each of which begins with some bytes. */
  Crowd open(Target target, int count, String first) throws IOException {
    ByteBuffer bytes = ISO_8859_1.encode(first);
    for (int i = 0; i < count; i++) {
      places.add(connect(target, bytes));
    }
    return this;
  }

  /** Holds them for some time; what the servers close is opened again, or left. */
  String hold(long millis, boolean reopening) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (System.nanoTime() - deadline < 0) {
      int again = 0;
      for (int i = 0; i < places.size(); i++) {
        Place place = places.get(i);
        if (again < REOPENED_A_ROUND && place.channel.isOpen() && isOver(place.channel)) {
          closed++;
          place.channel.close();
          if (reopening) {
            again++;
            places.set(i, connect(place.target, place.first));
          }
        }
      }
      TimeUnit.MILLISECONDS.sleep(ROUND_MILLIS);
    }
    return opened + " connections opened, " + closed + " closed by the servers";
  }

  /** Sends more on each that is open. */
  void drip(String more) {
    places.forEach(place -> send(place.channel, ISO_8859_1.encode(more)));
  }

  @Override
  public void close() throws IOException {
    for (Place place : places) {
      place.channel.close();
    }
  }

  private Place connect(Target target, ByteBuffer first) throws IOException {
    SocketChannel channel = SocketChannel.open();
    channel.bind(new InetSocketAddress(http.from(), 0));
    channel.configureBlocking(false);
    boolean unused = channel.connect(target.socketAddress());
    for (int i = 0; i < 100 && !isConnected(channel); i++) {
      Thread.onSpinWait();
    }
    opened++;
    send(channel, first.duplicate());
    return new Place(target, first, channel);
  }

  private static boolean isConnected(SocketChannel channel) {
    try {
      return channel.finishConnect();
    } catch (IOException e) {
      return true; // refused: seen as closed
    }
  }

  private static void send(SocketChannel channel, ByteBuffer bytes) {
    try {
      if (channel.isConnected()) {
        int unused = channel.write(bytes);
      }
    } catch (IOException e) {
      // Closed by the server, which the next look sees.
    }
  }

  private boolean isOver(SocketChannel channel) {
    try {
      if (!channel.isConnected()) {
        return isConnected(channel) && !channel.isConnected();
      }
      buffer.clear();
      return channel.read(buffer) < 0;
    } catch (IOException e) {
      return true;
    }
  }
}
