package dev.flotilla.bench.harness.agent;

import dev.flotilla.bench.DiskRoom;
import dev.flotilla.bench.Endpoint;
import dev.flotilla.bench.ServerHost;
import dev.flotilla.bench.ServerPlan;
import dev.flotilla.bench.harness.device.DeviceSettings;
import dev.flotilla.dpws.discovery.DiscoverySettings;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/** Agents of one experiment on the loopback interface, with a clock of their own. */
final class TestAgents implements AutoCloseable {
  static final DiskRoom ANY_ROOM = new DiskRoom(0, 0);
  static final Duration LONG = Await.limit();

  final String experiment = "test-" + UUID.randomUUID();
  final AtomicLong nanos = new AtomicLong();
  final ConcurrentLinkedQueue<String> log = new ConcurrentLinkedQueue<>();
  private final Deque<BenchAgent> agents = new ArrayDeque<>();
  private final Path directory;

  TestAgents(Path directory) {
    this.directory = directory;
  }

  BenchAgent start(String name) throws IOException {
    return start(name, Optional.empty(), ANY_ROOM);
  }

  BenchAgent start(String name, Optional<Path> keys, DiskRoom room) throws IOException {
    BenchAgent started = BenchAgent.start(settings(name, keys, room));
    agents.push(started);
    return started;
  }

  AgentSettings settings(String name, Optional<Path> keys, DiskRoom room) {
    return new AgentSettings(
        device(name, InetAddress.getLoopbackAddress()),
        keys,
        room,
        StandIn.installation(),
        AgentSettings.DEFAULT_LEASE,
        nanos::get);
  }

  DeviceSettings device(String name, InetAddress address) {
    return new DeviceSettings(
        experiment, directory.resolve(name), address, DiscoverySettings.loopback(), log::add);
  }

  void endExpired() throws Exception {
    for (BenchAgent agent : agents) {
      agent.endExpired();
    }
  }

  /** With renewals. */
  AgentGroup find(int count) throws Exception {
    return AgentGroup.renewing(connect(count));
  }

  /** Without renewals. */
  AgentGroup connect(int count) throws Exception {
    return connect(Optional.empty(), count, LONG);
  }

  AgentGroup connect(Optional<Path> keys, int count, Duration timeout) throws Exception {
    return AgentGroup.connect(
        AgentCalls.open(keys, LONG), DiscoverySettings.loopback(), experiment, count, timeout);
  }

  /** A plan for each server of a cluster, with ports from its host. */
  static List<ServerPlan> plans(ServerHost host, int servers) throws IOException {
    String cluster = "bench-" + UUID.randomUUID();
    List<Endpoint> endpoints = new ArrayList<>();
    for (int number = 1; number <= servers; number++) {
      endpoints.add(host.reserve(number, 1));
    }
    List<ServerPlan> plans = new ArrayList<>();
    for (int number = 1; number <= servers; number++) {
      plans.add(new ServerPlan(cluster, number, endpoints));
    }
    return plans;
  }

  static RemoteProcess start(ServerHost host, ServerPlan plan) throws IOException {
    return (RemoteProcess) host.start("standin-server-" + plan.number(), new StandIn(), plan);
  }

  @Override
  public void close() {
    agents.forEach(BenchAgent::close);
  }
}
