package dev.flotilla.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raftdpws.message.FollowerStatus;
import dev.flotilla.raftdpws.message.SnapshotStatus;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class GaugeTextTest {
  private static final Member MEMBER =
      new Member(new NodeId(new UUID(1, 2)), new Incarnation(3, 4));
  private static final long MEBIBYTE = 1 << 20;

  @Test
  void aSnapshotIsToldWithItsSizeItsAgeAndTheLogBehindIt() {
    assertThat(GaugeText.of(new SnapshotStatus(7, 3 * MEBIBYTE, 1500, 200, 12, MEBIBYTE / 2, 0, 0)))
        .isEqualTo(
            "snapshot to 7: 3.0 MiB, 1.5 s old, written in 0.2 s; log behind it: 12 entries, 0.5"
                + " MiB");
    assertThat(GaugeText.of(new SnapshotStatus(7, MEBIBYTE, 1500, 0, 12, 0, 0, 0)))
        .as("one that was there before the start")
        .isEqualTo("snapshot to 7: 1.0 MiB, 1.5 s old; log behind it: 12 entries, 0.0 MiB");
    assertThat(GaugeText.of(new SnapshotStatus(0, 0, 0, 0, 12, MEBIBYTE, 0, 0)))
        .isEqualTo("no snapshot; log: 12 entries, 1.0 MiB");
  }

  @Test
  void aFollowerIsToldWithWhatItLacks() {
    assertThat(GaugeText.of(new FollowerStatus(MEMBER, 5, OptionalLong.empty(), 20)))
        .isEqualTo(MEMBER.id() + " is 5 entries behind");
    assertThat(GaugeText.of(new FollowerStatus(MEMBER, 5, OptionalLong.of(2 * MEBIBYTE), 20)))
        .isEqualTo(MEMBER.id() + " is 2.0 MiB of a snapshot and 5 entries behind");
    assertThat(GaugeText.of(new FollowerStatus(MEMBER, 5, OptionalLong.empty(), 61_000)))
        .isEqualTo(MEMBER.id() + " is 5 entries behind, silent for 61.0 s");
  }
}
