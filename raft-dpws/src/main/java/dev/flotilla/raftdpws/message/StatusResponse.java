package dev.flotilla.raftdpws.message;

import dev.flotilla.raft.Contradictions;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.options.Timing;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

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
 * @param details its storage, followers, intervals and facts
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
    StatusDetails details) {
  /** The role of a server that is to found its group. */
  public static final String FOUNDING = "founding";

  /** The role of a server that waits to be made a member of a group that exists. */
  public static final String JOINING = "joining";

  /** Copies the list of members. */
  public StatusResponse {
    members = List.copyOf(members);
  }

  /** Returns this status with other details. */
  public StatusResponse with(StatusDetails other) {
    return with(progress, this, other);
  }

  /** Returns this status with other progress, and with what another one says of the group. */
  StatusResponse with(Progress where, StatusResponse known, StatusDetails other) {
    return new StatusResponse(
        version,
        name,
        group,
        self,
        role,
        known.leader,
        where,
        known.members,
        known.configuration,
        known.waitingFor,
        other);
  }

  /** The role as far as this program knows it; {@link #role} keeps the word that was sent. */
  public ServerRole serverRole() {
    return ServerRole.of(role);
  }

  /** Its snapshots, once it serves. */
  public Optional<SnapshotStatus> snapshot() {
    return details.snapshot();
  }

  /** How far the other members are behind, while it leads. */
  public List<FollowerStatus> distances() {
    return details.distances();
  }

  /** Its configured election timeout and heartbeat, once it serves. */
  public Optional<Timing> timing() {
    return details.timing();
  }

  /**
   * The election timeout in force and the delay on which it rests, as text for people; absent from
   * an older server.
   */
  public Optional<String> timeoutInForce() {
    OptionalLong min = facts().number(StatusFact.ELECTION_TIMEOUT_MIN_MILLIS);
    OptionalLong max = facts().number(StatusFact.ELECTION_TIMEOUT_MAX_MILLIS);
    OptionalLong delay = facts().number(StatusFact.MEASURED_DELAY_MILLIS);
    return min.isPresent() && max.isPresent() && delay.isPresent()
        ? Optional.of(
            "%s to %s ms, measured delay %s ms"
                .formatted(min.getAsLong(), max.getAsLong(), delay.getAsLong()))
        : Optional.empty();
  }

  /** What received messages have contradicted since it started. */
  public Contradictions contradictions() {
    return details.contradictions();
  }

  /** When its own certificate expires; absent without keys. */
  public Optional<Instant> certificateEnds() {
    return details.certificateEnds();
  }

  /** Named values about the server. */
  public StatusFacts facts() {
    return details.facts();
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
