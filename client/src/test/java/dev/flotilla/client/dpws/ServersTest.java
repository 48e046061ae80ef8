package dev.flotilla.client.dpws;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ServersTest {
  private int searches;
  private final Servers servers = new Servers(() -> searches++);

  /** Servers that come back come back at other ports: a client that lives for long knows many. */
  @Test
  void addressesAtWhichNobodyIsAnyMoreAreNotAskedWhileOthersAnswer() {
    IntStream.range(0, 20).mapToObj(ServersTest::server).forEach(servers::found);
    IntStream.range(0, 20).mapToObj(ServersTest::server).forEach(servers::failed);
    servers.found(server(20));
    servers.found(server(21));
    for (int round = 0; round < 3; round++) {
      assertThat(servers.target()).contains(server(20));
      servers.redirected(server(20), Optional.empty());
      assertThat(servers.target()).contains(server(21));
      servers.redirected(server(21), Optional.empty());
    }
    assertThat(servers.inOrder()).hasSize(22).startsWith(server(20), server(21), server(0));
  }

  @Test
  void withoutAnyThatAnswersAllAreAskedInTurn() {
    IntStream.range(0, 3).mapToObj(ServersTest::server).forEach(servers::found);
    for (int i = 0; i < 9; i++) {
      assertThat(servers.target()).contains(server(i % 3));
      servers.failed(server(i % 3));
    }
    assertThat(searches).isEqualTo(9);
  }

  @Test
  void oneThatFailedIsAskedAgainWhenItHasAnsweredAndNotWhenAnotherNamesIt() {
    servers.found(server(0));
    servers.found(server(1));
    servers.failed(server(0));

    servers.told(server(0));
    servers.redirected(server(1), Optional.empty());
    assertThat(servers.target()).contains(server(1));

    servers.found(server(0));
    servers.redirected(server(1), Optional.empty());
    assertThat(servers.target()).contains(server(0));
  }

  @Test
  void whoIsSaidToLeadIsAskedEvenIfItFailedBefore() {
    servers.found(server(0));
    servers.found(server(1));
    servers.failed(server(1));
    servers.redirected(server(0), Optional.of(server(1)));
    assertThat(servers.target()).contains(server(1));
    servers.failed(server(1));
    assertThat(servers.target()).contains(server(0));
  }

  @Test
  void theLatestThatFailedAreSearchedFor() {
    IntStream.range(0, 20).mapToObj(ServersTest::server).forEach(servers::failed);
    assertThat(servers.failedLast())
        .isEqualTo(IntStream.range(12, 20).mapToObj(ServersTest::server).toList());
    servers.found(server(19));
    assertThat(servers.failedLast()).doesNotContain(server(19)).hasSize(8);
  }

  @Test
  void thereAreNoMoreThanTheMostAndOnesThatFailedGoFirst() {
    IntStream.range(0, 10).mapToObj(ServersTest::server).forEach(servers::failed);
    List<URI> others =
        IntStream.range(10, 10 + Servers.MAX_SERVERS).mapToObj(ServersTest::server).toList();
    others.forEach(servers::told);
    assertThat(servers.inOrder()).isEqualTo(others);

    servers.failed(others.get(0));
    assertThat(servers.inOrder()).hasSize(Servers.MAX_SERVERS).endsWith(others.get(0));
    servers.found(server(0));
    assertThat(servers.inOrder()).hasSize(Servers.MAX_SERVERS).doesNotContain(others.get(0));
  }

  private static URI server(int number) {
    return URI.create("http://127.0.0.1:" + (40_000 + number) + "/RAFT_Service");
  }
}
