package dev.flotilla.gateway.proxy;

import dev.flotilla.dpws.HostPort;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A web server that closes each connection when a second request comes, without an answer. */
final class OneAnswerServer implements AutoCloseable {
  private static final byte[] ANSWER =
      "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final ServerSocket listening;

  private OneAnswerServer(ServerSocket listening) {
    this.listening = listening;
  }

  static OneAnswerServer start() throws IOException {
    OneAnswerServer server =
        new OneAnswerServer(new ServerSocket(0, 100, InetAddress.getLoopbackAddress()));
    inBackground(server::accept);
    return server;
  }

  private static void inBackground(Runnable task) {
    Thread thread = new Thread(task, "one-answer");
    thread.setDaemon(true);
    thread.start();
  }

  GatewayOptions options() {
    return TestGateway.options(List.of(new HostPort("127.0.0.1", listening.getLocalPort())))
        .withProbes("/", 60_000);
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listening.accept();
        inBackground(() -> serve(socket));
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  private static void serve(Socket socket) {
    try (socket) {
      InputStream in = socket.getInputStream();
      byte[] request = new byte[10_000];
      if (in.read(request) > 0) {
        socket.getOutputStream().write(ANSWER);
        int unused = in.read(request);
      }
    } catch (IOException e) {
      // The gateway has closed it.
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }
}
