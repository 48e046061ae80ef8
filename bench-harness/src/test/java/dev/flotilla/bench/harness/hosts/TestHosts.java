package dev.flotilla.bench.harness.hosts;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Real hosts for tests, which need root. */
public final class TestHosts {
  private TestHosts() {}

  /** Ends a test that runs without root. */
  static void require() {
    assumeTrue(
        System.getProperty("user.name").equals("root") && Files.exists(Path.of("/usr/sbin/ip")),
        "emulated hosts need root and iproute2");
  }

  /** Some hosts, as fast as two processors allow. */
  public static EmulatedHosts open(int hosts) throws IOException, InterruptedException {
    return open(hosts, HostLinks.PLAIN);
  }

  /** Likewise, on other links. */
  public static EmulatedHosts open(int hosts, HostLinks links)
      throws IOException, InterruptedException {
    require();
    return EmulatedHosts.open(new HostPlan(hosts, 1.8 / hosts, links));
  }
}
