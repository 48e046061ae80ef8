package dev.flotilla.systemtests.storage;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.GroupClient;
import dev.flotilla.client.Network;
import dev.flotilla.client.RetryPolicy;
import dev.flotilla.client.dpws.DpwsGroupClient;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A group that nobody serves. */
class GroupViewTest {
  private static final int CALL_MILLIS = 20;
  private static final int CALLS = 64;

  @Test
  void whatCannotBeFilledIsGivenUp() throws Exception {
    ClientSettings settings =
        new ClientSettings(
            "nobody-" + UUID.randomUUID().toString().substring(0, 8),
            CALL_MILLIS,
            CALL_MILLIS,
            RetryPolicy.DEFAULT,
            Network.LOOPBACK,
            List.of(),
            Optional.empty(),
            CALLS);
    try (GroupClient client = DpwsGroupClient.connect(settings)) {
      GroupView view = new GroupView(client);
      assertThatThrownBy(() -> view.fill(1 << 24, 256))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("commands in a row had no certain end");
    }
  }
}
