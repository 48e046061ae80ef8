package dev.flotilla.dpws.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.NetworkPorts;
import dev.flotilla.dpws.http.Echo;
import dev.flotilla.dpws.soap.SoapHeader;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Everything here happens on the event loop of an embedded channel. */
class CallIntakeTest {
  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final List<Integer> drained = new ArrayList<>();
  private boolean isReady;
  private int followers;
  private final CallIntake intake =
      new NoConnections(
          EventLoops.on(
              new NetworkPorts(
                  channel.eventLoop(),
                  NioSocketChannel::new,
                  NioServerSocketChannel::new,
                  System::nanoTime,
                  () -> 1,
                  name -> new CompletableFuture<>()))) {
        @Override
        void drain() {
          int calls = 0;
          while (poll() != null) {
            left();
            calls++;
          }
          drained.add(calls);
          if (followers > 0) {
            followers--;
            submit(call());
          }
        }

        @Override
        boolean isReady() {
          return isReady;
        }
      };

  @Test
  void callsOfABatchAreDrainedTogetherAtItsEnd() {
    isReady = true;
    intake.beginBatch();
    intake.submit(call());
    intake.submit(call());
    channel.runPendingTasks();
    assertThat(drained).isEmpty();

    intake.endBatch();
    assertThat(drained).containsExactly(2);
    assertThat(channel.hasPendingTasks()).isFalse();
    intake.endBatch();
    assertThat(drained).containsExactly(2);
  }

  @Test
  void aCallOnTheLoopIsDrainedAtOnceIfItCanBeSent() {
    intake.submit(call());
    assertThat(drained).isEmpty();
    channel.runPendingTasks();
    assertThat(drained).containsExactly(1);

    isReady = true;
    intake.submit(call());
    assertThat(drained).containsExactly(1, 1);
  }

  @Test
  void aCallThatFollowsFromADrainWaitsForTheNextOne() {
    isReady = true;
    followers = 1;
    intake.submit(call());
    assertThat(drained).containsExactly(1);

    channel.runPendingTasks();
    assertThat(drained).containsExactly(1, 1);
  }

  private static PendingCall<String, String> call() {
    return new PendingCall<>(
        NoConnections.TARGET,
        SoapHeader.request(Echo.ACTION, "urn:id:1", "urn:to"),
        Echo.OPERATION,
        "text",
        Long.MAX_VALUE,
        PendingCall.ANY);
  }
}
