package dev.flotilla.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ClusterTest {
  private final FakeHost host = new FakeHost();
  private final Deque<OptionalInt> leaders = new ArrayDeque<>();
  private List<Integer> asked = List.of();

  @Test
  void theFollowerIsTheLowestNumberThatDoesNotLead() throws Exception {
    Cluster cluster = cluster(3);
    leaders.add(OptionalInt.of(1));

    assertThat(cluster.serverWith(Role.FOLLOWER)).isEqualTo(2);
  }

  @Test
  void aSecondFollowerIsAnotherOne() throws Exception {
    Cluster cluster = cluster(5);
    leaders.add(OptionalInt.of(3));
    leaders.add(OptionalInt.of(3));
    cluster.servers().kill(cluster.serverWith(Role.FOLLOWER));

    assertThat(cluster.serverWith(Role.FOLLOWER)).isEqualTo(2);
    assertThat(asked).containsExactly(2, 3, 4, 5);
  }

  @Test
  void theEndOfAnElectionIsAwaited() throws Exception {
    Cluster cluster = cluster(3);
    leaders.add(OptionalInt.empty());
    leaders.add(OptionalInt.empty());
    leaders.add(OptionalInt.of(2));

    assertThat(cluster.serverWith(Role.LEADER)).isEqualTo(2);
  }

  @Test
  void aServerThatDiesDuringAnElectionEndsTheWait() throws Exception {
    Cluster cluster = cluster(3);
    leaders.add(OptionalInt.empty());
    ((FakeHost.FakeProcess) cluster.servers().all().get(1)).die();

    assertThatThrownBy(() -> cluster.serverWith(Role.LEADER))
        .isInstanceOf(SystemFailedException.class)
        .hasMessage("system-server-2 died while a leader was looked for");
  }

  @Test
  void aSingleServerHasNoFollower() throws Exception {
    Cluster cluster = cluster(1);
    leaders.add(OptionalInt.of(1));

    assertThatThrownBy(() -> cluster.serverWith(Role.FOLLOWER))
        .isInstanceOf(SystemFailedException.class)
        .hasMessageContaining("no follower");
  }

  @Test
  void aKilledServerIsNotMissedButOneThatDiedIs() throws Exception {
    ServerProcesses servers = start(3);
    servers.kill(2);
    servers.requireRunning("during the run");
    ((FakeHost.FakeProcess) servers.all().get(2)).die();

    assertThatThrownBy(() -> servers.requireRunning("during the run"))
        .hasMessage("system-server-3 died during the run");
  }

  @Test
  void aRestartKeepsNameAndPort() throws Exception {
    ServerProcesses servers = start(2);
    servers.kill(2);
    assertThat(servers.running()).containsExactly(1);

    servers.restart(2);

    assertThat(servers.running()).containsExactly(1, 2);
    assertThat(host.events)
        .containsExactly(
            "start system-server-1 at port 20001",
            "start system-server-2 at port 20002",
            "kill system-server-2",
            "start system-server-2 at port 20002");
  }

  @Test
  void onlyAKilledServerOfTheClusterCanBeRestarted() throws Exception {
    ServerProcesses servers = start(2);

    assertThatThrownBy(() -> servers.restart(1))
        .hasMessage("system-server-1 runs; kill it before it is restarted");
    assertThatThrownBy(() -> servers.kill(3))
        .hasMessage("there is no server 3; the cluster has servers 1 to 2");
  }

  @Test
  void noTwoServersOfAHostGetOnePort() throws Exception {
    FakeHost forgetful = new FakeHost(7_000, 7_000, 7_001);

    ServerProcesses servers =
        ServerProcesses.start(new ClusterPlan(2, forgetful), new FakeSystem());

    assertThat(servers.endpoints()).extracting(Endpoint::port).containsExactly(7_000, 7_001);
  }

  @Test
  void aLostHostIsReportedInPlaceOfADeadServer() throws Exception {
    ServerProcesses servers = start(3);
    host.lose();
    ((FakeHost.FakeProcess) servers.all().get(0)).die();

    assertThatThrownBy(() -> servers.requireRunning("during the run"))
        .isInstanceOf(HostLostException.class);
  }

  @Test
  void aFullDiskIsReportedThoughAllServersRun() throws Exception {
    ServerProcesses servers = start(3);
    servers.requireRunning("during the run");

    host.fill();

    assertThatThrownBy(() -> servers.requireRunning("during the run"))
        .hasMessage("the disk is full");
  }

  @Test
  void aFullDiskIsReportedInPlaceOfADeadServer() throws Exception {
    ServerProcesses servers = start(3);
    host.fill();
    ((FakeHost.FakeProcess) servers.all().get(0)).die();

    assertThatThrownBy(() -> servers.requireRunning("during the run"))
        .hasMessage("the disk is full");
  }

  @Test
  void everyServerIsAskedUntilItIsReady() throws Exception {
    ServerProcesses servers = start(2);
    Map<Integer, Integer> asked = new TreeMap<>();

    servers.awaitEach(server -> asked.merge(server.port(), 1, Integer::sum) == 3, "is not ready");

    assertThat(asked).containsExactly(Map.entry(20_001, 3), Map.entry(20_002, 3));
  }

  @Test
  void aServerThatDiesBeforeItIsReadyEndsTheWait() throws Exception {
    ServerProcesses servers = start(2);
    ((FakeHost.FakeProcess) servers.all().get(1)).die();

    assertThatThrownBy(() -> servers.awaitEach(server -> server.port() == 20_001, "is not ready"))
        .isInstanceOf(SystemFailedException.class)
        .hasMessage("system-server-2 died while starting");
  }

  private ServerProcesses start(int servers) throws IOException {
    return ServerProcesses.start(new ClusterPlan(servers, host), new FakeSystem());
  }

  private Cluster cluster(int servers) throws Exception {
    return new Cluster("here", start(servers), this::answer);
  }

  private OptionalInt answer(Collection<Integer> servers) {
    asked = List.copyOf(servers);
    return leaders.remove();
  }
}
