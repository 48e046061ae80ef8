package dev.flotilla.bench.harness.flotilla;

import dev.flotilla.bench.Cluster;
import dev.flotilla.bench.ClusterPlan;
import dev.flotilla.bench.JavaProgram;
import dev.flotilla.bench.Reconnection;
import dev.flotilla.bench.ServerPlan;
import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.raft.options.Timing;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Flotilla's key-value store in {@code flotilla server} processes, on this machine or on other
 * hosts, with the timing of the key-value report; name, version and JVM options are those of the
 * system that it is made from.
 */
public final class KeyValueSystem extends SystemVariant {
  /** The report's election timeout and heartbeat: 1,000 to 1,500 ms and 18 ms. */
  public static final Timing TIMING = new Timing(1_000, 1_500, 18);

  private static final String MACHINE = "key-value";

  /**
   * The store of a system.
   *
   * @param flotilla whose servers are {@code flotilla server} processes
   */
  public KeyValueSystem(SystemUnderTest flotilla) {
    super(flotilla);
  }

  @Override
  public String configuration() {
    return "state machine %s; election timeout %s; reads %s; %s"
        .formatted(MACHINE, TIMING, StoreReads.LOCAL, system().configuration());
  }

  @Override
  public SystemUnderTest withJvmOptions(List<String> options) {
    return new KeyValueSystem(system().withJvmOptions(options));
  }

  @Override
  public String programName() {
    return system().programName() + "-" + MACHINE;
  }

  @Override
  public Cluster start(ClusterPlan plan) throws IOException, InterruptedException {
    return FlotillaSystem.start(plan, this);
  }

  @Override
  public JavaProgram server(ServerPlan plan, Path directory) throws IOException {
    JavaProgram program = system().server(plan, directory);
    List<String> arguments =
        List.of(
            "--state-machine",
            MACHINE,
            "--election-timeout",
            TIMING.electionMinMillis() + "-" + TIMING.electionMaxMillis(),
            "--heartbeat",
            Integer.toString(TIMING.heartbeatMillis()));
    for (String argument : arguments) {
      program = program.withArgument(argument);
    }
    return program;
  }

  @Override
  public JavaProgram client() {
    return client(Reconnection.DEFAULT);
  }

  @Override
  public JavaProgram client(Reconnection reconnection) {
    return StoreClientMain.program(reconnection, MACHINE, StoreReads.LOCAL);
  }
}
