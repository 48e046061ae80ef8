package dev.flotilla.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.FlotillaClient;
import dev.flotilla.FlotillaException;
import dev.flotilla.FlotillaServer;
import dev.flotilla.test.Counter.Order;
import dev.flotilla.test.Counter.Total;
import dev.flotilla.testing.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@FlotillaTest
@Tag("slow")
class FlotillaClusterTest {
  @Test
  void theGroupSurvivesItsLeader(Clusters clusters) throws Exception {
    TypedCluster<Order, Total> counters = clusters.start(3, Counter::group, Counter::new);
    try (FlotillaClient<Order, Total> client =
        Counter.group(counters.group()).client().timeout(Await.limit()).connect()) {
      client.execute(new Order.Add(2));
      int former = counters.leader();

      counters.kill(former);

      assertThat(client.execute(new Order.Add(3))).isEqualTo(new Total(5));
      counters.restart(former);
      assertThat(counters.members()).hasSize(3);
      assertThat(client.execute(new Order.Look())).isEqualTo(new Total(5));
    }
    FlotillaClient<Order, Total> usual = counters.client();
    Await.until(counters::toString, () -> shows(usual, new Total(5)));
  }

  /** Not if this machine stood still for longer than a usual client is patient. */
  private static boolean shows(FlotillaClient<Order, Total> client, Total expected) {
    try {
      return client.execute(new Order.Look()).equals(expected);
    } catch (FlotillaException e) {
      return false;
    }
  }

  @Test
  @Tag("full")
  void anIsolatedLeaderIsReplacedAndFollowsLater(Clusters clusters) {
    TypedCluster<Order, Total> counters = clusters.start(3, Counter::group, Counter::new);
    int former = counters.leader();

    counters.isolate(former);

    counters.leader();
    Await.until(counters::toString, () -> !counters.member(former).role().equals("leader"));
    counters.heal();
    Await.until(counters::toString, () -> counters.member(former).role().equals("follower"));
  }

  @Test
  @Tag("full")
  void twentyClustersLeaveNoThreadAndNoFile() {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    List<Path> directories = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      try (Clusters clusters = new Clusters()) {
        FlotillaCluster<FlotillaServer> cluster =
            clusters.start(
                1,
                place -> {
                  directories.add(place.directory());
                  return Counter.group(place.group())
                      .server(new Counter())
                      .expect(place.servers())
                      .directory(place.directory())
                      .start();
                },
                server -> server);
        assertThat(cluster.leader()).isZero();
      }
    }

    assertThat(directories).hasSize(20).noneMatch(Files::exists);
    Await.until(() -> leftOf(before).toString(), () -> leftOf(before).isEmpty());
  }

  @Test
  void oneThatCannotBeClosedKeepsNoOther() {
    List<String> closed = new ArrayList<>();
    List<Runnable> ends =
        List.of(
            () -> closed.add("first"),
            () -> {
              throw new IllegalStateException("cannot");
            },
            () -> closed.add("last"));

    assertThatThrownBy(() -> FlotillaCluster.runAll(ends)).hasMessage("cannot");
    assertThat(closed).containsExactly("first", "last");
  }

  /** But for what the JDK and the libraries start once for a process. */
  private static Set<String> leftOf(Set<Thread> before) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> !before.contains(thread) && thread.isAlive())
        .map(Thread::getName)
        .filter(name -> name.startsWith("flotilla") || name.startsWith("raft"))
        .collect(Collectors.toSet());
  }

  @Test
  void whatDoesNotRunIsNamed(Clusters clusters) {
    FlotillaCluster<FlotillaServer> counters = clusters.start(1, Counter::group, Counter::new);

    counters.stop(0);

    assertThatThrownBy(() -> counters.member(0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("server 0 does not run");
    assertThatThrownBy(() -> clusters.start(0, Counter::group, Counter::new))
        .hasMessageContaining("1 to 7");
  }
}
