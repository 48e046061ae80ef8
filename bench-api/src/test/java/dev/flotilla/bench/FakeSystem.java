package dev.flotilla.bench;

import java.nio.file.Path;
import java.util.List;

/** A system that is a name. */
final class FakeSystem implements SystemUnderTest {
  @Override
  public String name() {
    return "system";
  }

  @Override
  public String version() {
    return "1";
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
  public JavaProgram server(ServerPlan plan, Path directory) {
    return new JavaProgram("", "Main" + plan.number(), List.of(), List.of());
  }

  @Override
  public Cluster start(ClusterPlan plan) {
    throw new IllegalStateException("not started here");
  }

  @Override
  public JavaProgram client() {
    return new JavaProgram("", "Client", List.of(), List.of());
  }
}
