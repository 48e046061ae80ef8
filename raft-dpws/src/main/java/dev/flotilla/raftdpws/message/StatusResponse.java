package dev.flotilla.raftdpws.message;

import dev.flotilla.raft.Contradictions;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.options.Timing;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a server tells of itself.
 *
 * @param version the protocol version it speaks
 * @param name the group's name
 * @param group the group's id, absent until it is founded, or found by a server that joins
 * @param self the server
 * @param role {@code founding}, {@code joining}, {@code follower}, {@code pre-candidate}, {@code
 *     candidate}, {@code leader} or {@code stopped}
 * @param leader the leader as far as known
 * @param progress its term and indexes
 * @param members everybody whom the configuration names, or the founders whose list was accepted,
 *     with the addresses that this server knows
 * @param configuration who of them counts: the latest configuration in its log, committed or not;
 *     absent until there is one
 * @param waitingFor what it waits for, in words, if it does
 * @param snapshot its snapshots, once it serves
 * @param distances how far the others are behind, while it leads
 * @param timing its election timeout and heartbeat, once it serves; absent from older servers
 * @param contradictions what received messages have contradicted since it started
 * @param certificateEnds when its own certificate expires; absent without keys
 */
public record StatusResponse(
    int version,
    String name,
    Optional<GroupId> group,
    MemberAddress self,
    String role,
    Optional<MemberAddress> leader,
    Progress progress,
    List<MemberAddress> members,
    Optional<Configuration> configuration,
    Optional<String> waitingFor,
    Optional<SnapshotStatus> snapshot,
    List<FollowerStatus> distances,
    Optional<Timing> timing,
    Contradictions contradictions,
    Optional<Instant> certificateEnds) {
  /** The role of a server that is to found its group. */
  public static final String FOUNDING = "founding";

  /** The role of a server that waits to be made a member of a group that exists. */
  public static final String JOINING = "joining";

  /** The role as far as this program knows it; {@link #role} keeps the word that was sent. */
  public ServerRole serverRole() {
    return ServerRole.of(role);
  }

  /** Copies the lists unless they are immutable already. */
  public StatusResponse {
    members = List.copyOf(members);
    distances = List.copyOf(distances);
  }

  /** Of a server without keys. */
  public StatusResponse(
      int version,
      String name,
      Optional<GroupId> group,
      MemberAddress self,
      String role,
      Optional<MemberAddress> leader,
      Progress progress,
      List<MemberAddress> members,
      Optional<Configuration> configuration,
      Optional<String> waitingFor,
      Optional<SnapshotStatus> snapshot,
      List<FollowerStatus> distances,
      Optional<Timing> timing,
      Contradictions contradictions) {
    this(
        version,
        name,
        group,
        self,
        role,
        leader,
        progress,
        members,
        configuration,
        waitingFor,
        snapshot,
        distances,
        timing,
        contradictions,
        Optional.empty());
  }

  /** Of a server that has met no contradictions. */
  public StatusResponse(
      int version,
      String name,
      Optional<GroupId> group,
      MemberAddress self,
      String role,
      Optional<MemberAddress> leader,
      Progress progress,
      List<MemberAddress> members,
      Optional<Configuration> configuration,
      Optional<String> waitingFor,
      Optional<SnapshotStatus> snapshot,
      List<FollowerStatus> distances,
      Optional<Timing> timing) {
    this(
        version,
        name,
        group,
        self,
        role,
        leader,
        progress,
        members,
        configuration,
        waitingFor,
        snapshot,
        distances,
        timing,
        Contradictions.NONE);
  }

  /** Of a server that does not report its election timeout and heartbeat. */
  public StatusResponse(
      int version,
      String name,
      Optional<GroupId> group,
      MemberAddress self,
      String role,
      Optional<MemberAddress> leader,
      Progress progress,
      List<MemberAddress> members,
      Optional<Configuration> configuration,
      Optional<String> waitingFor,
      Optional<SnapshotStatus> snapshot,
      List<FollowerStatus> distances) {
    this(
        version,
        name,
        group,
        self,
        role,
        leader,
        progress,
        members,
        configuration,
        waitingFor,
        snapshot,
        distances,
        Optional.empty(),
        Contradictions.NONE);
  }

  /** Of a server that has no snapshots and does not lead. */
  public StatusResponse(
      int version,
      String name,
      Optional<GroupId> group,
      MemberAddress self,
      String role,
      Optional<MemberAddress> leader,
      Progress progress,
      List<MemberAddress> members,
      Optional<Configuration> configuration,
      Optional<String> waitingFor) {
    this(
        version,
        name,
        group,
        self,
        role,
        leader,
        progress,
        members,
        configuration,
        waitingFor,
        Optional.empty(),
        List.of());
  }

  /** The same of a server with keys. */
  public StatusResponse withCertificateEnds(Instant end) {
    return new StatusResponse(
        version,
        name,
        group,
        self,
        role,
        leader,
        progress,
        members,
        configuration,
        waitingFor,
        snapshot,
        distances,
        timing,
        contradictions,
        Optional.of(end));
  }

  /**
   * How far a server is.
   *
   * @param term its current term
   * @param lastIndex the last entry of its log
   * @param durableIndex the last entry that is synced
   * @param commitIndex the last entry known to be committed
   * @param appliedIndex the last entry applied
   */
  public record Progress(
      long term, long lastIndex, long durableIndex, long commitIndex, long appliedIndex) {}
}
