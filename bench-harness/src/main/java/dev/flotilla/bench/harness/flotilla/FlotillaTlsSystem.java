package dev.flotilla.bench.harness.flotilla;

import dev.flotilla.bench.Cluster;
import dev.flotilla.bench.ClusterPlan;
import dev.flotilla.bench.JavaProgram;
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
public final class FlotillaTlsSystem extends SystemVariant {
  /** The keys that were made, by the name of the cluster. */
  private final Map<String, BenchKeys> keys = new ConcurrentHashMap<>();

  /** For {@link java.util.ServiceLoader}. */
  public FlotillaTlsSystem() {
    this(new FlotillaSystem());
  }

  private FlotillaTlsSystem(SystemUnderTest flotilla) {
    super(flotilla);
  }

  @Override
  public String name() {
    return super.name() + "-tls";
  }

  @Override
  public String programName() {
    return name();
  }

  @Override
  public String configuration() {
    return "mutual TLS; " + super.configuration();
  }

  @Override
  public SystemUnderTest withJvmOptions(List<String> options) {
    return new FlotillaTlsSystem(system().withJvmOptions(options));
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
    return super.server(plan, directory)
        .withArgument("--keys")
        .withArgument(made.server(plan.number()).toString());
  }
}
