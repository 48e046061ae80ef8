package dev.flotilla.order.sockets;

import dev.flotilla.order.Middleware;
import dev.flotilla.order.ProcessGroup;
import dev.flotilla.order.channel.Inbox;
import dev.flotilla.raft.model.Bytes;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Channels of TCP without TLS: one connection for each two processes, which the one with the
 * smaller number opens. Nagle's algorithm is off. A message is one write.
 *
 * <p>Sending blocks while the receiver's buffers are full; each receiver always reads. Pings are
 * answered by the thread that reads, so measure while little else is sent.
 */
public final class SocketMiddleware implements Middleware {
  private static final int JOIN_MILLIS = 60_000;

  private final ProcessGroup group;
  private final Inbox inbox = new Inbox();
  private final TreeMap<Integer, PeerSocket> peers = new TreeMap<>();

  private SocketMiddleware(ProcessGroup group) {
    this.group = group;
  }

  /**
   * Registers a process and connects it to all others; waits until all are there.
   *
   * @param registration where the registration server listens
   * @param host the address at which this process listens
   * @throws IOException if that fails or takes more than a minute
   */
  public static SocketMiddleware join(InetSocketAddress registration, InetAddress host)
      throws IOException {
    try (ServerSocket server = new ServerSocket(0, ProcessGroup.MAX_SIZE, host)) {
      server.setSoTimeout(JOIN_MILLIS);
      List<InetSocketAddress> addresses = new ArrayList<>();
      ProcessGroup group = register(registration, server, addresses);
      SocketMiddleware middleware = new SocketMiddleware(group);
      try {
        middleware.connect(addresses);
        middleware.accept(server);
      } catch (IOException e) {
        middleware.close();
        throw e;
      }
      middleware.peers.values().forEach(PeerSocket::startReading);
      return middleware;
    }
  }

  private static ProcessGroup register(
      InetSocketAddress registration, ServerSocket server, List<InetSocketAddress> addresses)
      throws IOException {
    try (Socket socket = open(registration)) {
      socket.setSoTimeout(JOIN_MILLIS);
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      out.writeInt(SocketRegistration.MAGIC);
      out.writeUTF(server.getInetAddress().getHostAddress());
      out.writeInt(server.getLocalPort());
      out.flush();
      DataInputStream in = new DataInputStream(socket.getInputStream());
      ProcessGroup group = new ProcessGroup(in.readInt(), in.readInt());
      for (int i = 0; i < group.size(); i++) {
        addresses.add(new InetSocketAddress(in.readUTF(), in.readInt()));
      }
      return group;
    } catch (IllegalArgumentException e) {
      throw new IOException("the registration server answers nonsense: " + e.getMessage(), e);
    }
  }

  private void connect(List<InetSocketAddress> addresses) throws IOException {
    for (int peer = group.self() + 1; peer < group.size(); peer++) {
      Socket socket = open(addresses.get(peer));
      new DataOutputStream(socket.getOutputStream()).writeInt(group.self());
      peers.put(peer, new PeerSocket(peer, socket, inbox));
    }
  }

  private void accept(ServerSocket server) throws IOException {
    while (peers.size() < group.size() - 1) {
      Socket socket = server.accept();
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(JOIN_MILLIS);
      int peer = new DataInputStream(socket.getInputStream()).readInt();
      socket.setSoTimeout(0);
      if (peer < 0 || peer >= group.self() || peers.containsKey(peer)) {
        socket.close();
        throw new IOException("process %s connects to process %s".formatted(peer, group.self()));
      }
      peers.put(peer, new PeerSocket(peer, socket, inbox));
    }
  }

  private static Socket open(InetSocketAddress address) throws IOException {
    Socket socket = new Socket();
    try {
      socket.setTcpNoDelay(true);
      socket.connect(address, JOIN_MILLIS);
      return socket;
    } catch (IOException e) {
      socket.close();
      throw new IOException("cannot connect to %s: %s".formatted(address, e.getMessage()), e);
    }
  }

  @Override
  public ProcessGroup group() {
    return group;
  }

  @Override
  public void start(Receiver receiver) {
    inbox.start(receiver);
  }

  @Override
  public void send(int to, Bytes message) {
    Inbox.requireSendable(group, to, message);
    peer(to).send(message);
  }

  @Override
  public long pingNanos(int to, Bytes payload) throws IOException {
    Inbox.requireSendable(group, to, payload);
    return peer(to).pingNanos(payload);
  }

  @Override
  public void close() {
    peers.values().forEach(PeerSocket::close);
  }

  private PeerSocket peer(int process) {
    PeerSocket peer = peers.get(process);
    if (peer == null) {
      throw new IllegalArgumentException("there is no connection to process " + process);
    }
    return peer;
  }
}
