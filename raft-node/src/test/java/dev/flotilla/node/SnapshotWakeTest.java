package dev.flotilla.node;

import static dev.flotilla.node.FullDiskWakeTest.assertRings;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The apply thread gives back what snapshots took, though it has nothing else to do. */
final class SnapshotWakeTest {
  @Test
  void theApplyThreadIsWokenWhenASnapshotHasBeenTaken() {
    PumpedCluster cluster = new PumpedCluster(1, 1);
    TestServer server = cluster.awaitLeader();
    server.node.insert(Commands.command("c"), outcome -> {});
    cluster.pumpUntil("it is applied", () -> server.machine.uids().size() == 1);
    server.node.takeSnapshot();
    NodeLoop apply = loop(server, "apply");
    assertThat(apply.doWork()).isPositive();
    apply.bell().clear();

    assertThat(loop(server, "snapshot").doWork()).isPositive();

    assertRings(apply.bell());
  }

  private static NodeLoop loop(TestServer server, String name) {
    return (NodeLoop)
        server.node.loops().stream().filter(it -> it.name().equals(name)).findFirst().orElseThrow();
  }
}
