package dev.flotilla.kit.transport;

import dev.flotilla.node.transport.Transport;
import dev.flotilla.node.transport.TransportContext;
import dev.flotilla.node.transport.TransportEndpoint;
import dev.flotilla.node.transport.TransportPeer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** The transport of docs/how-to/write-a-transport.md, which shows the text from here on. */
final class DatagramTransport implements Transport {
  @Override
  public String name() {
    return "datagram";
  }

  @Override
  public TransportEndpoint open(TransportContext context) throws IOException {
    InetSocketAddress free = new InetSocketAddress(context.listenAt(), 0);
    Datagrams endpoint = new Datagrams(context, DatagramChannel.open().bind(free));
    endpoint.start();
    return endpoint;
  }
}

final class Datagrams extends Thread implements TransportEndpoint {
  private final TransportContext context;
  private final DatagramChannel channel;
  private long sent;

  Datagrams(TransportContext context, DatagramChannel channel) {
    this.context = context;
    this.channel = channel;
  }

  @Override
  public String address() {
    return String.valueOf(channel.socket().getLocalPort());
  }

  @Override
  public int maxFrameBytes() {
    return 60_000;
  }

  @Override
  public synchronized boolean send(TransportPeer to, byte[] frame) {
    ByteBuffer datagram = ByteBuffer.allocate(8 + frame.length).putLong(++sent).put(frame);
    try {
      int port = Integer.parseInt(to.address());
      return channel.send(datagram.flip(), new InetSocketAddress(to.host(), port)) > 0;
    } catch (IOException | NumberFormatException e) {
      return false;
    }
  }

  @Override
  public void run() {
    Map<SocketAddress, Long> last = new HashMap<>();
    ByteBuffer datagram = ByteBuffer.allocate(65_536);
    while (channel.isOpen()) {
      try {
        SocketAddress from = channel.receive(datagram.clear());
        long number = datagram.flip().getLong();
        byte[] frame = Arrays.copyOfRange(datagram.array(), 8, datagram.limit());
        if (number > last.getOrDefault(from, 0L) && context.received(frame, null)) {
          last.put(from, number);
        }
      } catch (IOException | BufferUnderflowException e) {
        continue; // Closed, or no datagram of ours.
      }
    }
  }

  @Override
  public void disconnect(TransportPeer peer) {}

  @Override
  public void close() {
    try {
      channel.close();
      join();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException("the port stays open", e);
    }
  }
}
