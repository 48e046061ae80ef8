package dev.flotilla.server;

import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.Network;
import dev.flotilla.client.dpws.ClientRuntime;
import dev.flotilla.client.dpws.DpwsGroupClient;
import dev.flotilla.client.dpws.WireClient;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** Server processes of one group, founded and with a leader; ends what it started. */
final class Cluster implements AutoCloseable {

  private final String group = "test-" + UUID.randomUUID().toString().substring(0, 8);
  private final List<ServerProcess> servers = new ArrayList<>();
  private final ClientRuntime runtime;
  private final WireClient observer;

  private Cluster(Path base, int size, String... options) throws Exception {
    for (int i = 1; i <= size; i++) {
      servers.add(ServerProcess.found(base.resolve("server-" + i), group, size, options));
    }
    runtime = ClientRuntime.start(Network.LOOPBACK);
    observer = DpwsGroupClient.wire(ClientSettings.of(group), runtime);
  }

  static Cluster found(Path base, int size, String... options) throws Exception {
    Cluster cluster = new Cluster(base, size, options);
    try {
      cluster.awaitLeader();
      return cluster;
    } catch (Exception | Error e) {
      cluster.close();
      throw e;
    }
  }

  String group() {
    return group;
  }

  List<ServerProcess> servers() {
    return servers;
  }

  ClientRuntime runtime() {
    return runtime;
  }

  ServerProcess leader() throws Exception {
    String leader =
        awaitLeader().stream()
            .filter(one -> one.role().equals("leader"))
            .findFirst()
            .orElseThrow()
            .self()
            .member()
            .id()
            .toString();
    for (ServerProcess server : servers) {
      if (server.member().equals(leader)) {
        return server;
      }
    }
    throw new AssertionError("the leader " + leader + " is none of ours");
  }

  List<ServerProcess> followers() throws Exception {
    List<ServerProcess> followers = new ArrayList<>(servers);
    followers.remove(leader());
    return followers;
  }

  /** Waits until everybody who is there agrees on a leader who is there. */
  List<StatusResponse> awaitLeader() {
    return awaitStatus(
        "a leader of " + servers.size(),
        all ->
            all.size() == servers.size()
                && all.stream().map(StatusResponse::leader).distinct().count() == 1
                && all.stream().anyMatch(one -> one.role().equals("leader")));
  }

  List<StatusResponse> awaitStatus(String what, Predicate<List<StatusResponse>> condition) {
    AtomicReference<List<StatusResponse>> last = new AtomicReference<>(List.of());
    Await.until(
        () -> what + "; the last status was " + last.get(),
        () -> {
          last.set(observer.responses().toCompletableFuture().join());
          return condition.test(last.get());
        });
    return last.get();
  }

  /** Waits by asking for the status over and over, each of which takes a while. */
  void await(String what, BooleanSupplier condition) {
    awaitStatus(what, all -> condition.getAsBoolean());
  }

  void restartAll() throws IOException {
    for (int i = 0; i < servers.size(); i++) {
      servers.set(i, ServerProcess.restart(servers.get(i)));
    }
  }

  /** The data directory of some server. */
  Path anyDirectory() {
    return servers.get(0).directory();
  }

  List<Path> journals() {
    return servers.stream().map(server -> JournalCommand.journalOf(server.directory())).toList();
  }

  @Override
  public void close() {
    observer.close();
    runtime.close();
    servers.forEach(ServerProcess::close);
  }
}
