package dev.flotilla.gateway.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.dpws.HostPort;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class WebSocketTest {
  private static final String UPGRADE =
      """
      GET /chat HTTP/1.1\r
      Host: x\r
      Connection: Upgrade\r
      Upgrade: websocket\r
      Sec-WebSocket-Key: a\r
      Sec-WebSocket-Version: 13\r
      \r
      """;

  private static final String SWITCHED =
      """
      HTTP/1.1 101 Switching Protocols\r
      Connection: Upgrade\r
      Upgrade: websocket\r
      Sec-WebSocket-Accept: b\r
      \r
      first\
      """;

  @Test
  void aWebSocketIsPassedThroughInBothDirections() throws Exception {
    try (ServerSocket listening = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      CompletableFuture<String> head = serve(listening);
      GatewayOptions options =
          TestGateway.options(List.of(new HostPort("127.0.0.1", listening.getLocalPort())))
              .withProbes("/probe", 60_000);
      try (Gateway gateway = TestGateway.start(options, event -> {});
          RawClient client = new RawClient(gateway.address())) {
        client.send(UPGRADE + "early");

        RawClient.Answer answer = client.answer(true);
        assertThat(answer.status()).isEqualTo(101);
        assertThat(answer.field("Upgrade")).isEqualTo("websocket");
        assertThat(answer.field("Sec-WebSocket-Accept")).isEqualTo("b");
        assertThat(client.readExactly(9)).isEqualTo("firstearl");
        assertThat(client.readExactly(1)).isEqualTo("y");
        client.send("later");
        assertThat(client.readExactly(5)).isEqualTo("later");
        assertThat(head.get()).contains("Upgrade: websocket", "Connection: Upgrade");
        assertThat(gateway.counters().tunnels()).isEqualTo(1);
      }
    }
  }

  /** Refuses probes, accepts an upgrade, greets, and echoes. */
  private static CompletableFuture<String> serve(ServerSocket listening) {
    CompletableFuture<String> head = new CompletableFuture<>();
    Thread server =
        new Thread(
            () -> {
              try {
                while (!head.isDone()) {
                  serve(listening.accept(), head);
                }
              } catch (IOException e) {
                head.completeExceptionally(e);
              }
            });
    server.setDaemon(true);
    server.start();
    return head;
  }

  private static void serve(Socket socket, CompletableFuture<String> head) throws IOException {
    InputStream in = socket.getInputStream();
    StringBuilder text = new StringBuilder();
    for (int b = 0; b >= 0 && !text.toString().endsWith("\r\n\r\n"); ) {
      b = in.read();
      text.append((char) b);
    }
    if (!text.toString().endsWith("\r\n\r\n")) {
      socket.close(); // The gateway has left it.
      return;
    }
    if (text.toString().startsWith("GET /probe")) {
      write(socket, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
      socket.close();
      return;
    }
    write(socket, SWITCHED);
    head.complete(text.toString());
    in.transferTo(socket.getOutputStream());
  }

  private static void write(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
  }
}
