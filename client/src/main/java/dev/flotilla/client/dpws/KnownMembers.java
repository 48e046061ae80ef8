package dev.flotilla.client.dpws;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.message.ServerRole;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Who belongs to a group, and who waits to, as its servers have told. Immutable.
 *
 * @param group the group's id
 * @param configuration who counts, by the server that is the furthest; NONE if none knows
 * @param servers those of the group that answered
 * @param searching those that are to join a group of the name, and have found none yet
 */
public record KnownMembers(
    GroupId group,
    Configuration configuration,
    List<StatusResponse> servers,
    List<StatusResponse> searching) {
  /** Copies the lists. */
  public KnownMembers {
    servers = List.copyOf(servers);
    searching = List.copyOf(searching);
  }

  /** The groups to which servers belong: one, unless none is founded, or several have one name. */
  public static List<GroupId> groupsOf(List<StatusResponse> servers) {
    return servers.stream().flatMap(it -> it.group().stream()).distinct().toList();
  }

  /**
   * Sorts what the servers of one group have answered.
   *
   * @param all answers of {@link WireClient#responses}
   * @throws IllegalArgumentException if they are of no founded group, or of several
   */
  public static KnownMembers of(List<StatusResponse> all) {
    List<GroupId> groups = groupsOf(all);
    if (groups.size() != 1) {
      throw new IllegalArgumentException("servers of one founded group are wanted, not " + groups);
    }
    List<StatusResponse> founded = all.stream().filter(it -> it.group().isPresent()).toList();
    List<StatusResponse> searching =
        all.stream()
            .filter(it -> it.group().isEmpty() && it.serverRole() == ServerRole.JOINING)
            .toList();
    return new KnownMembers(groups.get(0), latest(founded), founded, searching);
  }

  /** The latest configuration that servers know; that of a leader, if there is one. */
  public static Configuration latest(List<StatusResponse> servers) {
    return servers.stream()
        .filter(it -> it.configuration().isPresent())
        .max(
            Comparator.<StatusResponse, Boolean>comparing(
                    it -> it.serverRole() == ServerRole.LEADER)
                .thenComparing(it -> it.progress().commitIndex()))
        .flatMap(StatusResponse::configuration)
        .orElse(Configuration.NONE);
  }

  /** The servers that have found the group and wait to be made members. */
  public List<StatusResponse> waiting() {
    return servers.stream()
        .filter(it -> !configuration.isMember(it.self().member()))
        .filter(it -> it.serverRole() == ServerRole.JOINING)
        .toList();
  }

  /** What a server has answered; empty if it has not. */
  public Optional<StatusResponse> statusOf(Member member) {
    return servers.stream().filter(it -> it.self().member().equals(member)).findFirst();
  }

  /** The server that leads, if one says so. */
  public Optional<StatusResponse> leader() {
    return servers.stream()
        .filter(it -> it.serverRole() == ServerRole.LEADER)
        .max(Comparator.comparing(it -> it.progress().term()));
  }
}
