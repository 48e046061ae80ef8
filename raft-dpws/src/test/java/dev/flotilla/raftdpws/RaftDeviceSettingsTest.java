package dev.flotilla.raftdpws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raft.RaftOptions;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RaftDeviceSettingsTest {
  @Test
  void aServerListensWhereOthersCanCallItByIpv4IfThatIsThere() throws UnknownHostException {
    assertThat(preferred("fe80::1", "fd77::1", "192.0.2.1")).contains(address("192.0.2.1"));
    assertThat(preferred("fe80::1", "fd77::1")).contains(address("fd77::1"));
    assertThat(preferred("169.254.1.1", "fe80::1")).contains(address("169.254.1.1"));
    assertThat(preferred("::1")).contains(address("::1"));
    assertThat(preferred("fe80::1")).isEmpty();
  }

  @Test
  void piecesOfSnapshotsThatNoMessageCouldCarryAreRefused() {
    RaftDeviceSettings.Builder settings = RaftDeviceSettings.builder(Path.of("unused"));
    settings.options(RaftOptions.DEFAULT.withSnapshots(1024 * 1024, 0));

    assertThatThrownBy(
            () -> settings.options(RaftOptions.DEFAULT.withSnapshots(1024 * 1024 + 1, 0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("maxChunkBytes must be at most 1048576");
  }

  private static Optional<InetAddress> preferred(String... literals) throws UnknownHostException {
    List<InetAddress> addresses = new ArrayList<>();
    for (String literal : literals) {
      addresses.add(address(literal));
    }
    return RaftDeviceSettings.Builder.preferred(addresses.stream());
  }

  private static InetAddress address(String literal) throws UnknownHostException {
    return InetAddress.getByName(literal);
  }
}
