package dev.flotilla.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClientSettingsTest {
  private final ClientSettings usual = ClientSettings.of("hall");

  @Test
  void callsBeyondTheBoundWaitByDefault() {
    assertThat(usual.maxPendingCalls()).isEqualTo(1_024);
    assertThat(usual.maxWaitingCalls()).isEqualTo(8_192);
  }

  @Test
  void otherSettingsLeaveTheFirstAsTheyWere() {
    ClientSettings other =
        usual
            .withTimeout(Duration.ofSeconds(3))
            .withKeys(Path.of("keys"))
            .withServers(List.of(URI.create("http://h:1")))
            .withCalls(1, 0);
    assertThat(usual.timeout()).isEqualTo(ClientSettings.DEFAULT_TIMEOUT);
    assertThat(usual.keys()).isEmpty();
    assertThat(other.timeout()).isEqualTo(Duration.ofSeconds(3));
    assertThat(other.keys()).contains(Path.of("keys"));
    assertThat(other.servers()).hasSize(1);
    assertThat(other.maxPendingCalls()).isEqualTo(1);
    assertThat(other.maxWaitingCalls()).isZero();
  }

  @Test
  void whatCannotBeIsRefusedWithItsValue() {
    assertThatThrownBy(() -> ClientSettings.of("two words"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> usual.withTimeout(Duration.ZERO)).hasMessageContaining("PT0S");
    assertThatThrownBy(() -> usual.withAttemptTimeout(Duration.ofDays(25)))
        .hasMessageContaining("PT600H");
    assertThatThrownBy(() -> usual.withCalls(0, -1)).hasMessageContaining("0 calls under way");
    assertThatThrownBy(() -> usual.withGroupId("")).isInstanceOf(IllegalArgumentException.class);
  }
}
