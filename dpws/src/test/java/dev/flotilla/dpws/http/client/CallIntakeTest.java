package dev.flotilla.dpws.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.dpws.http.Echo;
import dev.flotilla.dpws.soap.EndpointReference;
import io.netty.channel.embedded.EmbeddedChannel;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Everything here happens on the event loop of an embedded channel. */
class CallIntakeTest {
  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final List<Integer> drained = new ArrayList<>();
  private boolean isReady;
  private int followers;
  private final CallIntake intake =
      new CallIntake(channel.eventLoop(), 10, this::drain, () -> isReady);

  private void drain() {
    int calls = 0;
    while (intake.poll() != null) {
      intake.left();
      calls++;
    }
    drained.add(calls);
    if (followers > 0) {
      followers--;
      intake.submit(call());
    }
  }

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
        Target.of(URI.create("http://127.0.0.1:1/echo")),
        new EndpointReference("urn:to"),
        Echo.OPERATION,
        "text",
        "urn:id:1",
        Long.MAX_VALUE,
        (answer, peer) -> Optional.empty());
  }
}
