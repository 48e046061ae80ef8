package dev.flotilla.raftdpws.service;

import dev.flotilla.node.snapshot.SnapshotMetrics;
import dev.flotilla.raft.progress.FollowerDistance;
import dev.flotilla.raftdpws.message.FollowerStatus;
import dev.flotilla.raftdpws.message.SnapshotStatus;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A node's gauges in the words of the wire contract. */
final class GaugesView {
  private GaugesView() {}

  static SnapshotStatus snapshot(SnapshotMetrics node) {
    return new SnapshotStatus(
        node.lastIndex(),
        node.sizeBytes(),
        millis(node.ageNanos()),
        millis(node.durationNanos()),
        node.entriesBehind(),
        node.bytesBehind(),
        node.sentBytes(),
        node.receivedBytes());
  }

  static List<FollowerStatus> followers(List<FollowerDistance> node) {
    return node.stream()
        .map(
            it ->
                new FollowerStatus(
                    it.member(),
                    it.entriesBehind(),
                    it.snapshotBytesLeft(),
                    millis(it.silentNanos())))
        .toList();
  }

  private static long millis(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(Math.max(0, nanos));
  }
}
