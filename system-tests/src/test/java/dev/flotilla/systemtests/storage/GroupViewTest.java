package dev.flotilla.systemtests.storage;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.dpws.DpwsGroupClient;
import dev.flotilla.client.dpws.WireClient;
import java.io.IOException;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A group that nobody serves. */
class GroupViewTest {
  private static final int CALL_MILLIS = 20;
  private static final int CALLS = 64;

  @Test
  void whatCannotBeFilledIsGivenUp() throws Exception {
    ClientSettings settings =
        ClientSettings.of("nobody-" + UUID.randomUUID().toString().substring(0, 8))
            .withTimeout(Duration.ofMillis(CALL_MILLIS))
            .withAttemptTimeout(Duration.ofMillis(CALL_MILLIS))
            .withCalls(CALLS, 0);
    try (WireClient client = DpwsGroupClient.wire(settings)) {
      GroupView view = new GroupView(client);
      assertThatThrownBy(() -> view.fill(1 << 24, 256))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("commands in a row had no certain end");
    }
  }
}
