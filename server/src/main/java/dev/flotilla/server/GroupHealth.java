package dev.flotilla.server;

import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.message.FollowerStatus;
import dev.flotilla.raftdpws.message.ServerRole;
import dev.flotilla.raftdpws.message.StateFingerprints;
import dev.flotilla.raftdpws.message.StatusFact;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * What is wrong with a group, as far as its servers tell. Immutable.
 *
 * @param hasLeader whether a server leads
 * @param problems for people, none if the group is healthy
 */
record GroupHealth(boolean hasLeader, List<String> problems) {
  /** A follower that lacks more is behind, and not only busy. */
  static final long MAX_BEHIND = 10_000;

  private static final long MAX_SILENT_MILLIS = 1_000;

  /** What an operator does about a member that lost entries and does not come back by itself. */
  static final String LOST_ENTRIES_REMEDY =
      "it counts for no majority until it is replaced: start it again, and check its disk";

  static GroupHealth of(List<StatusResponse> servers, Instant now) {
    List<String> problems = new ArrayList<>();
    boolean hasLeader = servers.stream().anyMatch(it -> it.serverRole() == ServerRole.LEADER);
    if (servers.stream().flatMap(it -> it.group().stream()).distinct().count() > 1) {
      problems.add("several groups have this name");
    }
    if (!hasLeader) {
      problems.add("no server leads");
    }
    servers.stream()
        .flatMap(it -> it.members().stream())
        .map(it -> it.member())
        .distinct()
        .filter(member -> servers.stream().noneMatch(it -> it.self().member().equals(member)))
        .forEach(member -> problems.add(member.id() + " does not answer"));
    StateFingerprints.between(servers).stream()
        .limit(1)
        .forEach(divergence -> problems.add(divergence.text()));
    servers.forEach(it -> addProblems(it, now, problems));
    return new GroupHealth(hasLeader, List.copyOf(problems));
  }

  private static void addProblems(StatusResponse server, Instant now, List<String> problems) {
    Member self = server.self().member();
    server
        .facts()
        .text(StatusFact.APPLY_STOPPED)
        .ifPresent(reason -> problems.add(self.id() + " " + reason));
    server.waitingFor().ifPresent(reason -> problems.add(self.id() + " waits: " + reason));
    server
        .facts()
        .text(StatusFact.OWN_ID_ELSEWHERE)
        .ifPresent(
            where ->
                problems.add(
                    "%s is at %s too: its data directory was copied".formatted(self.id(), where)));
    server
        .facts()
        .text(StatusFact.OTHER_GROUPS)
        .ifPresent(
            others -> problems.add("%s hears of another group: %s".formatted(self.id(), others)));
    if (!server.contradictions().isEmpty()) {
      problems.add(self.id() + " has refused messages that contradict the protocol or its log");
    }
    server
        .facts()
        .text(StatusFact.LOST_ENTRIES)
        .ifPresent(words -> problems.add(words + "; " + LOST_ENTRIES_REMEDY));
    GaugeText.disk(server.facts()).ifPresent(words -> problems.add(self.id() + ": " + words));
    GaugeText.files(server.facts()).ifPresent(words -> problems.add(self.id() + ": " + words));
    GaugeText.certificate(server.certificateEnds(), now)
        .ifPresent(warning -> problems.add(self.id() + ": " + warning));
    for (FollowerStatus follower : server.distances()) {
      boolean isMember =
          server.configuration().filter(it -> it.isMember(follower.member())).isPresent();
      if (isMember
          && (follower.entriesBehind() > MAX_BEHIND
              || follower.silentMillis() > MAX_SILENT_MILLIS)) {
        problems.add(GaugeText.of(follower));
      }
    }
  }

  boolean isHealthy() {
    return problems.isEmpty();
  }
}
