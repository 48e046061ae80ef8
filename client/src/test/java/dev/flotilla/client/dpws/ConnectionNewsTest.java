package dev.flotilla.client.dpws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.client.ConnectionState;
import dev.flotilla.client.ConnectionState.Kind;
import dev.flotilla.testing.Await;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ConnectionNewsTest {
  private static final URI A = URI.create("http://127.0.0.1:1/RAFT_Service");
  private static final URI B = URI.create("http://127.0.0.1:2/RAFT_Service");
  private static final URI C = URI.create("http://127.0.0.1:3/RAFT_Service");

  private final BlockingQueue<ConnectionState> told = new LinkedBlockingQueue<>();

  private ConnectionState next() throws InterruptedException {
    return told.poll(Await.limitSeconds(), TimeUnit.SECONDS);
  }

  private static ConnectionState state(Kind kind, URI leader) {
    return new ConnectionState(kind, Optional.ofNullable(leader));
  }

  @Test
  void aLeaderIsToldWhenItIsFoundAndWhenItIsLost() throws Exception {
    try (ConnectionNews news = new ConnectionNews(Optional.of(told::add))) {
      Servers servers = new Servers(() -> {}, news);
      servers.search();
      servers.led(A);
      servers.led(A);
      servers.redirected(A, Optional.of(B));
      servers.led(B);
      assertThat(next()).isEqualTo(state(Kind.SEARCHING, null));
      assertThat(next()).isEqualTo(state(Kind.CONNECTED, A));
      assertThat(next()).isEqualTo(state(Kind.LOST, A));
      assertThat(next()).isEqualTo(state(Kind.CONNECTED, B));
    }
  }

  @Test
  void aLeaderIsToldAfterASearchAndAfterAnotherHasNamedIt() throws Exception {
    try (ConnectionNews news = new ConnectionNews(Optional.of(told::add))) {
      Servers servers = new Servers(() -> {}, news);
      servers.led(A);
      servers.search();
      servers.led(A);
      servers.redirected(B, Optional.of(C));
      servers.led(C);
      assertThat(next()).isEqualTo(state(Kind.CONNECTED, A));
      assertThat(next()).isEqualTo(state(Kind.SEARCHING, null));
      assertThat(next()).isEqualTo(state(Kind.CONNECTED, A));
      assertThat(next()).isEqualTo(state(Kind.CONNECTED, C));
    }
  }

  @Test
  void aListenerThatThrowsOrSleepsHarmsNobody() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    try (ConnectionNews news =
        new ConnectionNews(
            Optional.of(
                state -> {
                  try {
                    gate.await();
                  } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                  }
                  told.add(state);
                  throw new IllegalStateException("as the test has it");
                }))) {
      for (int i = 0; i < 1_000; i++) {
        news.is(state(i % 2 == 0 ? Kind.CONNECTED : Kind.LOST, A));
      }
      gate.countDown();
      assertThat(next()).isNotNull();
      assertThat(next()).isNotNull();
    }
  }
}
