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
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * A system that is another one but for what is changed. It is configured once, before it is used.
 */
public final class SystemVariant implements SystemUnderTest {
  private final SystemUnderTest system;
  private final UnaryOperator<SystemUnderTest> variant;
  private String name;
  private String programName;
  private String configuration;
  private int portsPerServer;
  private Servers servers;
  private Start start;
  private Function<Reconnection, JavaProgram> clients;

  /** Makes the program of a server. */
  @FunctionalInterface
  public interface Servers {
    /** The program; see {@link SystemUnderTest#server}. */
    JavaProgram program(ServerPlan plan, Path directory) throws IOException;
  }

  /** Starts a cluster of a system. */
  @FunctionalInterface
  public interface Start {
    /** Starts it; see {@link SystemUnderTest#start}. */
    Cluster start(ClusterPlan plan, SystemUnderTest system)
        throws IOException, InterruptedException;
  }

  /**
   * A variant without a change yet.
   *
   * @param system what it is a variant of
   * @param variant makes the same variant of that system with other JVM options
   */
  public SystemVariant(SystemUnderTest system, UnaryOperator<SystemUnderTest> variant) {
    this.system = system;
    this.variant = variant;
    name = system.name();
    programName = system.programName();
    configuration = system.configuration();
    portsPerServer = system.portsPerServer();
    servers = system::server;
    start = (plan, self) -> system.start(plan);
    clients = system::client;
  }

  /** Has another name. */
  public SystemVariant named(String other) {
    name = other;
    return this;
  }

  /** Has other settings, in words. */
  public SystemVariant configured(String words) {
    configuration = words;
    return this;
  }

  /**
   * Has other servers, which it starts itself.
   *
   * @param program the name by which agents find their program
   */
  public SystemVariant servers(String program, Start starter, Servers other) {
    programName = program;
    start = starter;
    servers = other;
    return this;
  }

  /** Each of its servers listens on so many ports. */
  public SystemVariant portsPerServer(int ports) {
    portsPerServer = ports;
    return this;
  }

  /** Has another client process. */
  public SystemVariant clients(Function<Reconnection, JavaProgram> other) {
    clients = other;
    return this;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String version() {
    return system.version();
  }

  @Override
  public String durability() {
    return system.durability();
  }

  @Override
  public String configuration() {
    return configuration;
  }

  @Override
  public List<String> jvmOptions() {
    return system.jvmOptions();
  }

  @Override
  public SystemUnderTest withJvmOptions(List<String> options) {
    return variant.apply(system.withJvmOptions(options));
  }

  @Override
  public String programName() {
    return programName;
  }

  @Override
  public int portsPerServer() {
    return portsPerServer;
  }

  @Override
  public JavaProgram server(ServerPlan plan, Path directory) throws IOException {
    return servers.program(plan, directory);
  }

  @Override
  public Cluster start(ClusterPlan plan) throws IOException, InterruptedException {
    return start.start(plan, this);
  }

  @Override
  public JavaProgram client() {
    return client(Reconnection.DEFAULT);
  }

  @Override
  public JavaProgram client(Reconnection reconnection) {
    return clients.apply(reconnection);
  }
}
