package dev.flotilla.server;

import dev.flotilla.raftdpws.message.FollowerStatus;
import dev.flotilla.raftdpws.message.SnapshotStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/** What a status tells of snapshots and followers, a line each. */
final class GaugeText {
  private static final Duration WARNED_BEFORE = Duration.ofDays(30);
  private static final double MEBIBYTE = 1 << 20;
  private static final double SECOND_MILLIS = 1000;

  private GaugeText() {}

  static String of(SnapshotStatus status) {
    String behind =
        "%s entries, %s".formatted(status.entriesBehind(), mebibytes(status.bytesBehind()));
    if (status.index() == 0) {
      return "no snapshot; log: " + behind;
    }
    return "snapshot to %s: %s, %s old%s; log behind it: %s"
        .formatted(
            status.index(),
            mebibytes(status.sizeBytes()),
            seconds(status.ageMillis()),
            status.durationMillis() == 0 ? "" : ", written in " + seconds(status.durationMillis()),
            behind);
  }

  static String of(FollowerStatus status) {
    StringBuilder text = new StringBuilder();
    text.append(status.member().id()).append(" is ");
    status
        .snapshotBytesLeft()
        .ifPresent(left -> text.append(mebibytes(left)).append(" of a snapshot and "));
    text.append(status.entriesBehind()).append(" entries behind");
    if (status.silentMillis() >= SECOND_MILLIS) {
      text.append(", silent for ").append(seconds(status.silentMillis()));
    }
    return text.toString();
  }

  /** A warning, from 30 days before a certificate ends; empty without keys. */
  static Optional<String> certificate(Optional<Instant> end, Instant now) {
    return end.filter(it -> it.isBefore(now.plus(WARNED_BEFORE)))
        .map(
            it ->
                "CERTIFICATE %s at %s: renew it"
                    .formatted(it.isBefore(now) ? "expired" : "expires", it));
  }

  private static String mebibytes(long bytes) {
    return String.format(Locale.ROOT, "%.1f MiB", bytes / MEBIBYTE);
  }

  private static String seconds(long millis) {
    return String.format(Locale.ROOT, "%.1f s", millis / SECOND_MILLIS);
  }
}
