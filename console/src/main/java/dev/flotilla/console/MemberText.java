package dev.flotilla.console;

import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.message.FollowerStatus;
import dev.flotilla.raftdpws.message.SnapshotStatus;
import dev.flotilla.raftdpws.message.StatusFact;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a member tells of itself, and its leader of it, in words. */
final class MemberText {
  private static final long MAX_BEHIND = 10_000;
  private static final long MAX_SILENT_MILLIS = 1_000;
  private static final Duration WARNED_BEFORE = Duration.ofDays(30);
  private static final double MEBIBYTE = 1 << 20;

  private MemberText() {}

  /** What is wrong, by the same limits as {@code flotilla status --check}. */
  static List<String> problems(
      Optional<StatusResponse> status, Optional<FollowerStatus> distance, Instant now) {
    List<String> problems = new ArrayList<>();
    if (status.isEmpty()) {
      problems.add("does not answer");
    }
    status
        .flatMap(StatusResponse::waitingFor)
        .ifPresent(reason -> problems.add("waiting: " + reason));
    status
        .flatMap(it -> it.facts().text(StatusFact.OWN_ID_ELSEWHERE))
        .ifPresent(where -> problems.add("is at " + where + " too: its data directory was copied"));
    status
        .flatMap(it -> it.facts().text(StatusFact.OTHER_GROUPS))
        .ifPresent(others -> problems.add("hears of another group of this name: " + others));
    status
        .flatMap(it -> it.facts().text(StatusFact.DISK_FULL))
        .ifPresent(words -> problems.add("its disk is full, " + words + ": free space"));
    status.flatMap(it -> it.facts().text(StatusFact.APPLY_STOPPED)).ifPresent(problems::add);
    status
        .flatMap(it -> it.facts().text(StatusFact.ACCEPT_FAILURE))
        .ifPresent(words -> problems.add("no client reaches it: " + words));
    status.flatMap(it -> it.facts().text(StatusFact.LOST_ENTRIES)).ifPresent(problems::add);
    status
        .filter(it -> !it.contradictions().isEmpty())
        .ifPresent(
            it ->
                problems.add(
                    "has refused %s messages that contradict the protocol or its log, last: %s"
                        .formatted(it.contradictions().refused(), it.contradictions().last())));
    status
        .flatMap(StatusResponse::certificateEnds)
        .filter(end -> end.isBefore(now.plus(WARNED_BEFORE)))
        .ifPresent(
            end ->
                problems.add(
                    "its certificate %s at %s: renew it"
                        .formatted(end.isBefore(now) ? "expired" : "expires", end)));
    distance
        .filter(it -> it.entriesBehind() > MAX_BEHIND)
        .ifPresent(it -> problems.add("is " + it.entriesBehind() + " entries behind"));
    distance
        .filter(it -> it.silentMillis() > MAX_SILENT_MILLIS)
        .ifPresent(
            it -> problems.add("has not answered its leader for " + seconds(it.silentMillis())));
    return problems;
  }

  static List<Property> properties(
      Member member, Optional<StatusResponse> status, Optional<FollowerStatus> distance) {
    List<Property> all = new ArrayList<>();
    all.add(new Property("incarnation", member.incarnation().toString()));
    status.ifPresent(it -> addStatus(all, it));
    distance.ifPresent(
        it -> {
          all.add(new Property("heard by its leader", seconds(it.silentMillis()) + " ago"));
          it.snapshotBytesLeft()
              .ifPresent(
                  left -> all.add(new Property("snapshot still to be sent", mebibytes(left))));
        });
    return all;
  }

  private static void addStatus(List<Property> all, StatusResponse status) {
    all.add(new Property("protocol version", Integer.toString(status.version())));
    all.add(new Property("last entry synced", Long.toString(status.progress().durableIndex())));
    all.add(
        new Property(
            "knows as leader", status.leader().map(it -> it.member().id().toString()).orElse("-")));
    status.timing().ifPresent(it -> all.add(new Property("election timeout", it.toString())));
    status.timeoutInForce().ifPresent(it -> all.add(new Property("election timeout in force", it)));
    status
        .certificateEnds()
        .ifPresent(it -> all.add(new Property("certificate ends", it.toString())));
    status.snapshot().ifPresent(it -> addSnapshot(all, it));
  }

  private static void addSnapshot(List<Property> all, SnapshotStatus snapshot) {
    all.add(
        new Property(
            "snapshot",
            snapshot.index() == 0
                ? "none"
                : "to entry %s, %s, %s old"
                    .formatted(
                        snapshot.index(),
                        mebibytes(snapshot.sizeBytes()),
                        seconds(snapshot.ageMillis()))));
    all.add(
        new Property(
            "log behind the snapshot",
            "%s entries, %s"
                .formatted(snapshot.entriesBehind(), mebibytes(snapshot.bytesBehind()))));
    all.add(new Property("snapshots sent", mebibytes(snapshot.sentBytes())));
    all.add(new Property("snapshots received", mebibytes(snapshot.receivedBytes())));
  }

  private static String mebibytes(long bytes) {
    return String.format(Locale.ROOT, "%.1f MiB", bytes / MEBIBYTE);
  }

  private static String seconds(long millis) {
    return String.format(Locale.ROOT, "%.1f s", millis / 1_000.0);
  }
}
