package dev.flotilla.bench.harness.agent;

import dev.flotilla.bench.Cluster;
import dev.flotilla.bench.ClusterPlan;
import dev.flotilla.bench.JavaProgram;
import dev.flotilla.bench.ServerPlan;
import dev.flotilla.bench.SystemUnderTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/**
 * A system whose servers say who they are and how often they have started, and then run until they
 * are ended; number 3 ends by itself.
 */
final class StandIn implements SystemUnderTest {
  static final String NAME = "standin";
  private static final int ENDS = 3;

  private final List<String> jvmOptions;

  StandIn() {
    this(List.of("-Xmx32m", "-XX:+UseSerialGC"));
  }

  private StandIn(List<String> jvmOptions) {
    this.jvmOptions = jvmOptions;
  }

  static Installation installation() {
    return new Installation("1.0 commit abc", "a machine", Map.of(NAME, new StandIn()));
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String version() {
    return "7";
  }

  @Override
  public String durability() {
    return "nothing is on disk";
  }

  @Override
  public String configuration() {
    return "no settings";
  }

  @Override
  public List<String> jvmOptions() {
    return jvmOptions;
  }

  @Override
  public SystemUnderTest withJvmOptions(List<String> options) {
    return new StandIn(options);
  }

  @Override
  public JavaProgram server(ServerPlan plan, Path directory) throws IOException {
    Files.createDirectories(directory);
    return new JavaProgram(
        JavaProgram.classPathOf(StandIn.class),
        StandIn.class.getName(),
        jvmOptions,
        List.of(Integer.toString(plan.number()), directory.resolve("starts").toString()));
  }

  @Override
  public Cluster start(ClusterPlan plan) {
    throw new IllegalStateException("tests start servers themselves");
  }

  @Override
  public JavaProgram client() {
    throw new IllegalStateException("there are no clients");
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path starts = Path.of(arguments[1]);
    Files.writeString(starts, ".", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    System.out.println("server " + arguments[0] + ", start " + Files.size(starts));
    if (Integer.parseInt(arguments[0]) != ENDS) {
      new CountDownLatch(1).await();
    }
  }
}
