package dev.flotilla.bench.harness.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostPlanTest {
  private static final HostPlan SIX =
      new HostPlan(6, 0.25, new HostLinks(Duration.ofNanos(300_000), 100_000_000, 0.01));

  @TempDir Path directory;

  @Test
  void hostsThatDoNotFitAreRefusedWithWhatFits() {
    SIX.requireFits(2);

    assertThatThrownBy(() -> new HostPlan(8, 0.25).requireFits(2))
        .hasMessageContaining(
            "need 2.00 cores, and 1.80 of the 2 cores of this machine may be used")
        .hasMessageContaining("at most --emulated-hosts 7 or --quota 0.22");
  }

  @Test
  void whatNoKernelTakesIsRefused() {
    assertThatThrownBy(() -> new HostPlan(1, 0.25)).hasMessageContaining("--emulated-hosts is 1");
    assertThatThrownBy(() -> new HostPlan(2, 0.01)).hasMessageContaining("--quota is 0.01");
    assertThatThrownBy(() -> new HostPlan(2, Double.NaN)).hasMessageContaining("--quota is NaN");
    assertThatThrownBy(() -> new HostLinks(Duration.ofSeconds(2), 0, 0))
        .hasMessageContaining("--delay is 2000.0 ms");
    assertThatThrownBy(() -> new HostLinks(Duration.ZERO, 1, 0))
        .hasMessageContaining("--bandwidth is 1 bit/s");
    assertThatThrownBy(() -> new HostLinks(Duration.ZERO, 0, 1))
        .hasMessageContaining("--loss is 100.0 %");
  }

  @Test
  void theReportSaysWhatAHostIs() {
    assertThat(SIX.words())
        .startsWith("6 emulated hosts")
        .contains("0.25 core (2.5 of every 10.0 ms", "each packet between hosts delayed by 0.3 ms")
        .contains("at most 100.0 Mbit/s (tbf)", "1.0 % of the packets between hosts lost (nft)");
    assertThat(new HostPlan(2, 0.25).words()).endsWith("no delay between hosts");
  }

  @Test
  void aGroupOfVersion1GetsItsQuota() throws Exception {
    Path cpu = Files.createDirectory(directory.resolve("cpu"));

    CpuGroups groups = groups("cgroup %s cgroup rw,cpu,cpuacct 0 0".formatted(cpu));
    Path made = groups.make("fb1-1", 2_500, 10_000);

    assertThat(groups.isVersion2()).isFalse();
    assertThat(made.resolve("cpu.cfs_period_us")).hasContent("10000");
    assertThat(made.resolve("cpu.cfs_quota_us")).hasContent("2500");
  }

  @Test
  void aGroupOfVersion2GetsItsQuota() throws Exception {
    Files.writeString(directory.resolve("cgroup.controllers"), "cpuset cpu io\n");
    Files.writeString(directory.resolve("cgroup.subtree_control"), "io\n");

    CpuGroups groups = groups("cgroup2 %s cgroup2 rw 0 0".formatted(directory));
    Path made = groups.make("fb1-1", 2_500, 10_000);

    assertThat(directory.resolve("cgroup.subtree_control")).hasContent("+cpu");
    assertThat(made.resolve("cpu.max")).hasContent("2500 10000");
    assertThat(groups.names("fb1-")).containsExactly("fb1-1");
  }

  @Test
  void aMachineWithoutTheControllerIsRefused() {
    assertThatThrownBy(() -> groups("cgroup /none cgroup rw,memory 0 0"))
        .hasMessageContaining("no cgroup with the controller cpu");
  }

  private CpuGroups groups(String mounts) throws Exception {
    return CpuGroups.find(Files.writeString(directory.resolve("mounts"), mounts + "\n"));
  }
}
