package dev.flotilla.order.sockets;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.testing.Await;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SocketRegistrationTest {
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

  @Test
  void aStrangerGetsNoNumber() throws Exception {
    InetSocketAddress any = new InetSocketAddress(LOOPBACK, 0);
    try (SocketRegistration registration = SocketRegistration.start(any, 2)) {
      try (Socket stranger = new Socket(LOOPBACK, registration.address().getPort())) {
        stranger.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(US_ASCII));
        List<CompletableFuture<SocketMiddleware>> joining =
            List.of(join(registration.address()), join(registration.address()));
        for (CompletableFuture<SocketMiddleware> process : joining) {
          try (SocketMiddleware joined = process.get(Await.limitSeconds(), TimeUnit.SECONDS)) {
            assertThat(joined.group().size()).isEqualTo(2);
          }
        }
      }
    }
  }

  private static CompletableFuture<SocketMiddleware> join(InetSocketAddress registration) {
    CompletableFuture<SocketMiddleware> joined = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                joined.complete(SocketMiddleware.join(registration, LOOPBACK));
              } catch (Exception e) {
                joined.completeExceptionally(e);
              }
            });
    thread.start();
    return joined;
  }
}
