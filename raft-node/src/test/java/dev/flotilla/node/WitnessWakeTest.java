package dev.flotilla.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.loop.DutyCycle;
import dev.flotilla.node.outcome.MembershipOutcome;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.options.RaftOptions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A witness is sent what the leader has on its disk: the end of a force is news to the leader. */
final class WitnessWakeTest {
  @Test
  void theGroupThreadIsWokenByTheForceThatAWitnessWaitsFor() {
    PumpedCluster cluster = new PumpedCluster(1, 1, 3, RaftOptions.DEFAULT);
    TestServer leader = cluster.servers.get(0);
    cluster.pumpUntil("one leads", () -> leader.node.status().isLeading());
    List<Member> both = cluster.servers.stream().map(it -> it.member).toList();
    CompletableFuture<MembershipOutcome> made =
        leader
            .node
            .changeMembers(Configuration.of(both, List.of(), List.of(both.get(1))))
            .toCompletableFuture();
    cluster.pumpUntil("the witness votes", made::isDone);
    cluster.pumpFor(300);
    DutyCycle group = loop(leader, "group");
    DutyCycle log = loop(leader, "log");
    pump(group, log, loop(leader, "apply"));
    leader.node.insert(Commands.command("c"));
    pump(group);
    log.doWork();

    assertThat(group.nextDeadlineNanos()).isLessThanOrEqualTo(cluster.nowNanos());
  }

  private static void pump(DutyCycle... loops) {
    int work;
    do {
      work = 0;
      for (DutyCycle loop : loops) {
        work += loop.doWork();
      }
    } while (work > 0);
  }

  private static DutyCycle loop(TestServer server, String name) {
    return server.node.loops().stream()
        .filter(it -> it.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
