package dev.flotilla.bench.harness.flotilla;

import dev.flotilla.bench.SystemFailedException;
import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.CommandOutcome;
import dev.flotilla.client.dpws.DpwsGroupClient;
import dev.flotilla.client.dpws.WireClient;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.message.AddMemberRequest;
import dev.flotilla.raftdpws.message.MemberRequest;
import dev.flotilla.raftdpws.message.MemberStatus;
import dev.flotilla.raftdpws.message.ServerRole;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.raftdpws.wire.RaftOperations;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Changes a group of Flotilla by its own operations, as {@code flotilla members} does. */
public final class GroupChanges implements GroupActions {
  private static final int LIMIT_MILLIS = 60_000;

  private final WireClient client;
  private final GroupId group;
  private final List<StatusResponse> servers;
  private @Nullable Member added;

  private GroupChanges(WireClient client, GroupId group, List<StatusResponse> servers) {
    this.client = client;
    this.group = group;
    this.servers = List.copyOf(servers);
  }

  /**
   * Finds the servers of a group, before it is loaded.
   *
   * @param connection where the group is, as its cluster says
   * @throws IOException if no server of it answers
   */
  public static GroupActions of(String connection) throws IOException {
    String name = connection.split(",", 2)[0];
    WireClient client =
        DpwsGroupClient.wire(
            ClientSettings.of(name)
                .withTimeout(Duration.ofMillis(LIMIT_MILLIS))
                .withAttemptTimeout(Duration.ofMillis(LIMIT_MILLIS)));
    List<StatusResponse> servers = client.responses().toCompletableFuture().join();
    Optional<GroupId> group =
        servers.stream().flatMap(server -> server.group().stream()).findFirst();
    if (group.isEmpty()) {
      client.close();
      throw new SystemFailedException(
          "no server of group " + name + " answers for its status; see the servers' logs");
    }
    return new GroupChanges(client, group.get(), servers);
  }

  @Override
  public void add() throws IOException {
    StatusResponse newcomer =
        servers.stream()
            .filter(server -> server.serverRole() == ServerRole.JOINING)
            .findFirst()
            .orElseThrow(
                () -> new SystemFailedException("no server waits to be added; start one more"));
    Member member = newcomer.self().member();
    AddMemberRequest request =
        new AddMemberRequest(
            Optional.of(group),
            member,
            newcomer.self().address(),
            MemberStatus.VOTER,
            Optional.empty());
    requireDone(
        "adding " + member.id(),
        client.administer(RaftOperations.ADD_MEMBER, request).toCompletableFuture().join());
    added = member;
  }

  @Override
  public void remove() throws IOException {
    MemberRequest request = new MemberRequest(Optional.of(group), Optional.ofNullable(added));
    requireDone(
        "removing " + added,
        client.administer(RaftOperations.REMOVE_MEMBER, request).toCompletableFuture().join());
  }

  @Override
  public void snapshot() throws IOException {
    for (StatusResponse server : servers) {
      MemberRequest request =
          new MemberRequest(Optional.of(group), Optional.of(server.self().member()));
      URI address = URI.create(server.self().address().orElseThrow());
      requireDone(
          "a snapshot of " + server.self().member().id(),
          client
              .administerAt(address, RaftOperations.TAKE_SNAPSHOT, request)
              .toCompletableFuture()
              .join());
    }
  }

  private static void requireDone(String what, CommandOutcome outcome)
      throws SystemFailedException {
    boolean isDone =
        outcome instanceof CommandOutcome.Executed executed && executed.answer().success();
    if (!isDone) {
      throw new SystemFailedException(what + " failed: " + outcome + "; see the servers' logs");
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
