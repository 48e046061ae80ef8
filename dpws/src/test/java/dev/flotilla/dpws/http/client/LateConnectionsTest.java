package dev.flotilla.dpws.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.NetworkPorts;
import dev.flotilla.dpws.http.Echo;
import dev.flotilla.testing.Await;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFactory;
import java.net.InetAddress;
import java.net.SocketException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LateConnectionsTest {
  private static final Duration IDLE = Duration.ofMillis(200);
  private static final Duration LONG = Await.limit();

  private final CompletableFuture<InetAddress> lookup = new CompletableFuture<>();

  /** The lookup stands for all that makes opening take longer than the call waits. */
  @Test
  void aConnectionThatOpensAfterItsCallExpiredIsClosedIdle() throws Exception {
    try (EventLoops loops = slowToLookUp();
        ScriptedServer server = new ScriptedServer();
        SoapCaller caller =
            new SoapCaller(loops, CallerOptions.DEFAULT.withTimeouts(LONG, IDLE, LONG))) {
      URI address = URI.create("http://slow.test:" + server.address().getPort() + "/echo");
      CompletableFuture<String> call =
          caller.call(address, Echo.OPERATION, "x", Duration.ofMillis(1)).toCompletableFuture();
      assertThatThrownBy(() -> call.get(Await.limitSeconds(), TimeUnit.SECONDS))
          .hasCauseInstanceOf(CallFailure.class);

      lookup.complete(InetAddress.getLoopbackAddress());
      assertThat(server.connection().isClosedByClient()).isTrue();
    }
  }

  @Test
  void aCallThatGetsNoSocketFailsOnTheLoopAndNamesThisSide() {
    CompletableFuture<Thread> failedOn = new CompletableFuture<>();
    ChannelFactory<Channel> none =
        () -> {
          throw new ChannelException("no socket", new SocketException("Too many open files"));
        };
    try (EventLoops loops = with(EventLoops.start(1, "test").ports(), none);
        SoapCaller caller = new SoapCaller(loops, CallerOptions.DEFAULT)) {
      Throwable failure =
          catchThrowable(
              () ->
                  Await.result(
                      caller
                          .call(URI.create("http://127.0.0.1:9/echo"), Echo.OPERATION, "x", LONG)
                          .whenComplete((x, e) -> failedOn.complete(Thread.currentThread()))));

      assertThat(CallFailure.isForWantOfSockets(failure)).isTrue();
      assertThat(Await.result(failedOn).getName()).startsWith("test");
    }
  }

  private EventLoops slowToLookUp() {
    NetworkPorts ports = EventLoops.start(1, "test").ports();
    return with(ports, ports.sockets());
  }

  private EventLoops with(NetworkPorts ports, ChannelFactory<? extends Channel> sockets) {
    return EventLoops.on(
        new NetworkPorts(
            ports.group(),
            sockets,
            ports.listeners(),
            ports.nanoTime(),
            ports.seeds(),
            name -> lookup));
  }
}
