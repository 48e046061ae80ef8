package dev.flotilla.raftdpws;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raft.options.RaftOptions;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class RaftDeviceSettingsTest {
  @Test
  void piecesOfSnapshotsThatNoMessageCouldCarryAreRefused() {
    RaftDeviceSettings.Builder settings = RaftDeviceSettings.builder(Path.of("unused"));
    settings.options(RaftOptions.DEFAULT.withSnapshots(1024 * 1024, 0));

    assertThatThrownBy(
            () -> settings.options(RaftOptions.DEFAULT.withSnapshots(1024 * 1024 + 1, 0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("maxChunkBytes must be at most 1048576");
  }
}
