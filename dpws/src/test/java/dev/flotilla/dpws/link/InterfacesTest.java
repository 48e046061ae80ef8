package dev.flotilla.dpws.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.NetworkInterface;
import java.util.List;
import org.junit.jupiter.api.Test;

final class InterfacesTest {
  @Test
  void withoutANameItIsLoopback() throws IOException {
    assertThat(Interfaces.named(List.of())).containsExactly(Interfaces.loopback());
  }

  @Test
  void anInterfaceThatIsNamedTwiceCountsOnce() throws IOException {
    String loopback = Interfaces.loopback().getName();

    assertThat(Interfaces.named(List.of(loopback, loopback))).hasSize(1);
  }

  @Test
  void aNameThatNoInterfaceHasIsSaid() {
    assertThatThrownBy(() -> Interfaces.named(List.of("no-such-if0")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "there is no network interface no-such-if0; 'ip address' lists those there are");
  }

  @Test
  void allAreThoseThatOthersCanCall() throws IOException {
    List<NetworkInterface> others =
        NetworkInterface.networkInterfaces().filter(nic -> !Interfaces.isLoopback(nic)).toList();
    if (others.isEmpty()) {
      assertThatThrownBy(() -> Interfaces.named(List.of(Interfaces.ALL)))
          .hasMessageContaining("no network interface that is up");
    } else {
      assertThat(others).containsAll(Interfaces.named(List.of(Interfaces.ALL)));
    }
  }
}
