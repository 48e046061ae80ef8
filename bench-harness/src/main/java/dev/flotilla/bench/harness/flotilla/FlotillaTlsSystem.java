package dev.flotilla.bench.harness.flotilla;

import dev.flotilla.bench.Cluster;
import dev.flotilla.bench.ClusterPlan;
import dev.flotilla.bench.JavaProgram;
import dev.flotilla.bench.Reconnection;
import dev.flotilla.bench.ServerPlan;
import dev.flotilla.bench.SystemUnderTest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * {@link FlotillaSystem} with keys: all connections of servers and clients are mutual TLS. On this
 * machine only, since nobody brings keys to other hosts.
 */
public final class FlotillaTlsSystem implements SystemUnderTest {
  private final FlotillaSystem flotilla;

  /** The keys that were made, by the name of the cluster. */
  private final Map<String, BenchKeys> keys = new ConcurrentHashMap<>();

  /** For {@link java.util.ServiceLoader}. */
  public FlotillaTlsSystem() {
    this(new FlotillaSystem());
  }

  private FlotillaTlsSystem(FlotillaSystem flotilla) {
    this.flotilla = flotilla;
  }

  @Override
  public String name() {
    return flotilla.name() + "-tls";
  }

  @Override
  public String version() {
    return flotilla.version();
  }

  @Override
  public String durability() {
    return flotilla.durability();
  }

  @Override
  public String configuration() {
    return "mutual TLS; " + flotilla.configuration();
  }

  @Override
  public List<String> jvmOptions() {
    return flotilla.jvmOptions();
  }

  @Override
  public SystemUnderTest withJvmOptions(List<String> options) {
    return new FlotillaTlsSystem(flotilla.withJvmOptions(options));
  }

  @Override
  public Cluster start(ClusterPlan plan) throws IOException, InterruptedException {
    return FlotillaSystem.start(
        plan, this, cluster -> Optional.ofNullable(keys.get(cluster)).map(BenchKeys::client));
  }

  /**
   * {@inheritDoc} Its keys are beside its directory.
   *
   * @throws IOException if its host is another one, or no keys can be made
   */
  @Override
  public JavaProgram server(ServerPlan plan, Path directory) throws IOException {
    if (Route.interfaceTowards(plan.own().host()).isPresent()) {
      throw new IOException(
          "servers with keys are measured on loopback only, not on " + plan.own().host());
    }
    Path beside = directory.toAbsolutePath().resolveSibling("keys-" + plan.cluster());
    BenchKeys made = BenchKeys.of(beside, plan.cluster(), plan.servers());
    keys.put(plan.cluster(), made);
    return flotilla
        .server(plan, directory)
        .withArgument("--keys")
        .withArgument(made.server(plan.number()).toString());
  }

  @Override
  public JavaProgram client() {
    return flotilla.client();
  }

  @Override
  public JavaProgram client(Reconnection reconnection) {
    return flotilla.client(reconnection);
  }
}
