package dev.flotilla.server.json;

import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.options.Timing;
import dev.flotilla.raftdpws.message.FollowerStatus;
import dev.flotilla.raftdpws.message.SnapshotStatus;
import dev.flotilla.raftdpws.message.StateFingerprints;
import dev.flotilla.raftdpws.message.StatusFact;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * The servers of one group: a document of {@code status}.
 *
 * @param group the name of the group
 * @param servers what the servers that answer report
 * @param silent ids of members that do not answer
 * @param divergence how states of members differ; null if they do not
 */
public record StatusJson(
    String group, List<Server> servers, List<String> silent, @Nullable String divergence) {
  /** The servers that answered. */
  public static StatusJson of(String group, List<StatusResponse> all) {
    return new StatusJson(
        group,
        all.stream().map(Server::of).toList(),
        all.stream()
            .flatMap(server -> server.members().stream())
            .map(it -> it.member())
            .distinct()
            .filter(it -> all.stream().noneMatch(server -> server.self().member().equals(it)))
            .map(it -> it.id().toString())
            .toList(),
        StateFingerprints.between(all).stream().map(it -> it.text()).findFirst().orElse(null));
  }

  /**
   * A server.
   *
   * @param name what people call it; null if it has no name
   * @param facts further values by their names; which there are depends on the version
   */
  public record Server(
      String member,
      String incarnation,
      @Nullable String name,
      @Nullable String groupId,
      String role,
      @Nullable String address,
      @Nullable String leader,
      long term,
      long lastIndex,
      long durableIndex,
      long committedIndex,
      long appliedIndex,
      @Nullable String waitingFor,
      @Nullable Snapshot snapshot,
      List<Follower> followers,
      @Nullable Intervals timing,
      long refusedMessages,
      @Nullable String certificateEnds,
      SortedMap<String, String> facts) {
    private static Server of(StatusResponse it) {
      StatusResponse.Progress progress = it.progress();
      return new Server(
          it.self().member().id().toString(),
          it.self().member().incarnation().toString(),
          it.facts().text(StatusFact.MEMBER_NAME).orElse(null),
          it.group().map(GroupId::value).orElse(null),
          it.role(),
          it.self().address().orElse(null),
          it.leader().map(leader -> leader.member().id().toString()).orElse(null),
          progress.term(),
          progress.lastIndex(),
          progress.durableIndex(),
          progress.commitIndex(),
          progress.appliedIndex(),
          it.waitingFor().orElse(null),
          it.snapshot().map(Snapshot::of).orElse(null),
          it.distances().stream().map(Follower::of).toList(),
          it.timing().map(Intervals::of).orElse(null),
          it.contradictions().refused(),
          it.certificateEnds().map(Instant::toString).orElse(null),
          it.facts().values());
    }
  }

  /** The newest snapshot of a server, and the log behind it. */
  public record Snapshot(
      long index,
      long sizeBytes,
      long ageMillis,
      long durationMillis,
      long entriesBehind,
      long bytesBehind,
      long sentBytes,
      long receivedBytes) {
    private static Snapshot of(SnapshotStatus it) {
      return new Snapshot(
          it.index(),
          it.sizeBytes(),
          it.ageMillis(),
          it.durationMillis(),
          it.entriesBehind(),
          it.bytesBehind(),
          it.sentBytes(),
          it.receivedBytes());
    }
  }

  /** What a leader knows of a follower. */
  public record Follower(
      String member, long entriesBehind, @Nullable Long snapshotBytesLeft, long silentMillis) {
    private static Follower of(FollowerStatus it) {
      return new Follower(
          it.member().id().toString(),
          it.entriesBehind(),
          it.snapshotBytesLeft().isPresent() ? it.snapshotBytesLeft().getAsLong() : null,
          it.silentMillis());
    }
  }

  /** The configured election timeout and heartbeat. */
  public record Intervals(int electionMinMillis, int electionMaxMillis, int heartbeatMillis) {
    private static Intervals of(Timing it) {
      return new Intervals(it.electionMinMillis(), it.electionMaxMillis(), it.heartbeatMillis());
    }
  }
}
