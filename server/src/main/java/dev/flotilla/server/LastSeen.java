package dev.flotilla.server;

import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.message.FollowerStatus;
import dev.flotilla.raftdpws.message.ServerRole;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What the servers that answer know of a member that does not. */
final class LastSeen {
  private static final double SECOND_MILLIS = 1000;

  private LastSeen() {}

  /** Its last address, and for how long its leader has not heard of it; "?" if none knows. */
  static String of(Member member, List<StatusResponse> servers) {
    String address =
        servers.stream()
            .sorted(Comparator.comparing(it -> it.serverRole() != ServerRole.LEADER))
            .flatMap(it -> it.members().stream())
            .filter(it -> it.member().equals(member))
            .flatMap(it -> it.address().stream())
            .findFirst()
            .orElse("?");
    return address + silence(member, servers).map(it -> " " + it).orElse("");
  }

  private static Optional<String> silence(Member member, List<StatusResponse> servers) {
    return servers.stream()
        .filter(it -> it.serverRole() == ServerRole.LEADER)
        .flatMap(it -> it.distances().stream())
        .filter(it -> it.member().equals(member))
        .map(FollowerStatus::silentMillis)
        .min(Comparator.naturalOrder())
        .map(LastSeen::words);
  }

  private static String words(long silentMillis) {
    return silentMillis < SECOND_MILLIS
        ? "(answers its leader)"
        : String.format(Locale.ROOT, "(silent for %.1f s)", silentMillis / SECOND_MILLIS);
  }
}
