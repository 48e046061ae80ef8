package dev.flotilla.server;

import dev.flotilla.raftdpws.message.FollowerStatus;
import dev.flotilla.raftdpws.message.SnapshotStatus;
import dev.flotilla.raftdpws.message.StatusFact;
import dev.flotilla.raftdpws.message.StatusFacts;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/** What a status tells of snapshots and followers, a line each. */
final class GaugeText {
  private static final Duration WARNED_BEFORE = Duration.ofDays(30);
  private static final double MEBIBYTE = 1 << 20;

  /** When fewer than one of so many file descriptors are left. */
  private static final int FREE_FILES_PART = 10;

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

  /** What a full disk does to a server, and how much is free; empty if there is room. */
  static Optional<String> disk(StatusFacts facts) {
    String free =
        facts.number(StatusFact.FREE_BYTES).isPresent()
            ? ", " + mebibytes(facts.number(StatusFact.FREE_BYTES).getAsLong()) + " free"
            : "";
    return facts
        .text(StatusFact.DISK_FULL)
        .map(words -> "DISK FULL: %s%s; free space".formatted(words, free));
  }

  /** A warning when no new connection is accepted, or nearly all file descriptors are in use. */
  static Optional<String> files(StatusFacts facts) {
    Optional<String> failure = facts.text(StatusFact.ACCEPT_FAILURE);
    if (failure.isPresent()) {
      return Optional.of(
          "NO NEW CONNECTIONS: %s; no client reaches this server: raise the limit of open files (ulimit -n)"
              .formatted(failure.get()));
    }
    long open = facts.number(StatusFact.OPEN_FILES).orElse(0);
    long limit = facts.number(StatusFact.MAX_OPEN_FILES).orElse(Long.MAX_VALUE);
    return open < limit - limit / FREE_FILES_PART
        ? Optional.empty()
        : Optional.of(
            "OPEN FILES: %s of at most %s, then no client reaches this server; raise the limit (ulimit -n)"
                .formatted(open, limit));
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
