package dev.flotilla.bench.ratis;

import dev.flotilla.bench.Endpoint;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Tells which server leads, as a server knows it, to everybody who connects to its second port: the
 * harness has no client of Ratis. It takes no input.
 */
final class LeaderPort {
  /** What servers are named, before their number. */
  static final String SERVER = "server-";

  private LeaderPort() {}

  /**
   * Listens until the JVM ends, on a thread of its own.
   *
   * @param leader the name of the leader that the server knows; empty if it knows none
   */
  static void open(Endpoint own, Supplier<String> leader) throws IOException {
    ServerSocket socket = new ServerSocket();
    socket.bind(new InetSocketAddress(own.host(), own.ports().get(1)));
    Thread thread = new Thread(() -> answer(socket, leader), "leader-port");
    thread.setDaemon(true);
    thread.start();
  }

  private static void answer(ServerSocket socket, Supplier<String> leader) {
    while (true) {
      try (Socket asker = socket.accept()) {
        asker.getOutputStream().write(leader.get().getBytes(StandardCharsets.US_ASCII));
      } catch (IOException e) {
        // The asker has gone; the next one may stay.
      }
    }
  }

  /** The leader's name as a server knows it; empty if it knows none or does not answer. */
  static Optional<String> ask(Endpoint server) {
    return Optional.of(server.ask(1, "")).filter(name -> !name.isEmpty());
  }
}
