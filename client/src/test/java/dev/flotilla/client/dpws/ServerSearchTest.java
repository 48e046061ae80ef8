package dev.flotilla.client.dpws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.discovery.DiscoverySettings;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ServerSearchTest {
  private static final String NAME = "search-test";

  /** Since before the client was started. */
  private static final long LONG_NANOS = TimeUnit.HOURS.toNanos(1);

  private final EventLoops loops = EventLoops.start(1, "search-test");
  private final Queue<URI> ended = new ConcurrentLinkedQueue<>();
  private ClientRuntime runtime;
  private ScriptedServer stranger;
  private ServerSearch search;

  @BeforeEach
  void aStrangerIsGiven() throws IOException {
    try (ServerSocket free = new ServerSocket(0)) {
      runtime = ClientRuntime.start(DiscoverySettings.loopback().withPort(free.getLocalPort()));
    }
    stranger = ScriptedServer.open(loops, NAME, "g2");
    search =
        new ServerSearch(
            NAME,
            runtime.discovery(),
            new ServerCalls(runtime.caller(), Await.limitMillis()),
            new PinnedGroup(NAME, Optional.of(new GroupId("g1")), Optional.empty(), false),
            List.of(stranger.address()),
            new Servers(() -> {}));
    search.listen((server, status) -> ended.add(server));
    askAndWait(stranger.address());
  }

  @AfterEach
  void close() {
    search.close();
    stranger.close();
    runtime.close();
    loops.close();
  }

  @Test
  void aStrangerAloneIsFinalOnlyAfterARoundOfSearching() {
    assertThat(search.isFinal(LONG_NANOS)).isTrue();
    assertThat(search.isFinal(TimeUnit.SECONDS.toNanos(1))).isFalse();
  }

  @Test
  void anAnswerOfAnEarlierSearchIsNotFinal() {
    long answeredNanos = System.nanoTime();
    long roundNanos = TimeUnit.MILLISECONDS.toNanos(1_600);
    Await.until(
        () -> "an answer older than a round", () -> System.nanoTime() - answeredNanos > roundNanos);
    assertThat(search.isFinal(roundNanos)).isFalse();
  }

  @Test
  void nothingIsFinalWhileAnotherServerIsBeingAsked() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      search.ask(URI.create("http://127.0.0.1:" + silent.getLocalPort() + "/RAFT_Service"));
      assertThat(search.isFinal(LONG_NANOS)).isFalse();
    }
    Await.until(() -> "an end of the question", () -> search.isFinal(LONG_NANOS));
  }

  @Test
  void aServerOfTheNameThatIsNotFoundedYetIsAHope() throws IOException {
    try (ScriptedServer founding = ScriptedServer.open(loops, NAME, "")) {
      askAndWait(founding.address());
      assertThat(search.isFinal(LONG_NANOS)).isFalse();
    }
  }

  @Test
  void aStrangerThatIsGoneLeavesRoomForTheRightServer() {
    stranger.close();
    askAndWait(stranger.address());
    assertThat(search.isFinal(LONG_NANOS)).isFalse();
  }

  private void askAndWait(URI server) {
    int before = ended.size();
    search.ask(server);
    Await.until(() -> "an answer of " + server, () -> ended.size() > before);
  }
}
