package dev.flotilla.dpws.http.client;

import static dev.flotilla.dpws.http.client.SoapCallerTest.addressOf;
import static dev.flotilla.dpws.http.client.SoapCallerTest.failure;
import static dev.flotilla.dpws.http.client.SoapCallerTest.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.http.Echo;
import dev.flotilla.dpws.http.HttpEndpoint;
import dev.flotilla.dpws.http.HttpLimits;
import dev.flotilla.dpws.http.LastingPort;
import dev.flotilla.dpws.http.SoapService;
import dev.flotilla.dpws.http.client.CallFailure.Kind;
import dev.flotilla.testing.Await;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SoapConnectionTest {
  private static final Duration LONG = Await.limit();
  private static final CallerOptions OPTIONS =
      CallerOptions.DEFAULT
          .withConnections(1, 4)
          .withTimeouts(Duration.ofSeconds(1), LONG, Duration.ofMillis(200));

  private EventLoops loops;

  @BeforeEach
  void startLoops() {
    loops = EventLoops.start(1, "test");
  }

  @AfterEach
  void closeLoops() {
    loops.close();
  }

  @Test
  void callsArriveInTheOrderInWhichTheyWereMade() throws Exception {
    BlockingQueue<String> arrived = new LinkedBlockingQueue<>();
    SoapService service =
        SoapService.builder()
            .operation(
                Echo.OPERATION,
                (text, exchange) -> {
                  arrived.add(text);
                  exchange.answer(text);
                })
            .build();
    try (HttpEndpoint endpoint =
            HttpEndpoint.open(
                loops,
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                HttpLimits.DEFAULT);
        SoapConnection connection =
            SoapConnection.open(loops, addressOf(endpoint), OPTIONS.withConnections(1, 1_000))) {
      endpoint.serve("/echo", service);
      awaitUp(connection);
      List<CompletionStage<String>> calls = new ArrayList<>();
      for (int i = 0; i < 500; i++) {
        calls.add(connection.call(Echo.OPERATION, "no " + i, LONG));
      }
      for (int i = 0; i < 500; i++) {
        assertThat(get(calls.get(i))).isEqualTo("no " + i);
        assertThat(arrived.remove()).isEqualTo("no " + i);
      }
      assertThat(endpoint.connectionCount()).isEqualTo(1);
    }
  }

  @Test
  void callsBeyondTheBoundFailAtOnce() throws Exception {
    try (ScriptedServer server = new ScriptedServer();
        SoapConnection connection = SoapConnection.open(loops, server.address(), OPTIONS)) {
      awaitUp(connection);
      List<CompletionStage<String>> calls = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        calls.add(connection.call(Echo.OPERATION, "x", LONG));
      }
      CallFailure failure = failure(connection.call(Echo.OPERATION, "x", LONG));
      assertThat(failure.kind()).isEqualTo(Kind.NOT_SENT);
      assertThat(failure).hasMessageContaining("4 calls");

      ScriptedServer.Connection accepted = server.connection();
      for (int i = 0; i < 4; i++) {
        accepted.answer(accepted.readRequest(), "no " + i);
        assertThat(get(calls.get(i))).isEqualTo("no " + i);
      }
    }
  }

  @Test
  void aLateAnswerKeepsTheOrderOfTheOthers() throws Exception {
    CallerOptions patient = OPTIONS.withTimeouts(Duration.ofSeconds(1), LONG, LONG);
    try (ScriptedServer server = new ScriptedServer();
        SoapConnection connection = SoapConnection.open(loops, server.address(), patient)) {
      awaitUp(connection);
      var late = connection.call(Echo.OPERATION, "x", Duration.ofMillis(50));
      var next = connection.call(Echo.OPERATION, "x", LONG);
      ScriptedServer.Connection accepted = server.connection();
      String lateId = accepted.readRequest();
      String nextId = accepted.readRequest();
      assertThat(failure(late).kind()).isEqualTo(Kind.TIMEOUT);
      accepted.answer(lateId, "late");
      accepted.answer(nextId, "next");

      assertThat(get(next)).isEqualTo("next");
    }
  }

  @Test
  void anAnswerOutOfOrderEndsTheConnection() throws Exception {
    try (ScriptedServer server = new ScriptedServer();
        SoapConnection connection = SoapConnection.open(loops, server.address(), OPTIONS)) {
      awaitUp(connection);
      var first = connection.call(Echo.OPERATION, "x", LONG);
      var second = connection.call(Echo.OPERATION, "x", LONG);
      ScriptedServer.Connection accepted = server.connection();
      accepted.readRequest();
      accepted.answer(accepted.readRequest(), "second");

      assertThat(failure(first).kind()).isEqualTo(Kind.MALFORMED);
      assertThat(failure(second).kind()).isEqualTo(Kind.BROKEN);
      assertThat(accepted.isClosedByClient()).isTrue();
    }
  }

  @Test
  void aConnectionThatStallsIsReplaced() throws Exception {
    try (ScriptedServer server = new ScriptedServer();
        SoapConnection connection = SoapConnection.open(loops, server.address(), OPTIONS)) {
      awaitUp(connection);
      var call = connection.call(Echo.OPERATION, "x", Duration.ofMillis(50));
      ScriptedServer.Connection stalled = server.connection();
      stalled.readRequest();
      assertThat(failure(call).kind()).isEqualTo(Kind.TIMEOUT);
      assertThat(stalled.isClosedByClient()).isTrue();

      ScriptedServer.Connection fresh = server.connection();
      awaitUp(connection);
      var again = connection.call(Echo.OPERATION, "x", LONG);
      fresh.answer(fresh.readRequest(), "again");
      assertThat(get(again)).isEqualTo("again");
    }
  }

  @Test
  void aServerThatComesBackIsReachedAgain() throws Exception {
    HttpEndpoint first = LastingPort.open(loops);
    first.serve("/echo", Echo.service());
    try (SoapConnection connection = SoapConnection.open(loops, addressOf(first), OPTIONS)) {
      awaitUp(connection);
      assertThat(get(connection.call(Echo.OPERATION, "one", LONG))).isEqualTo("one");
      InetSocketAddress same = first.address();
      first.close();
      Await.until(() -> "the end of the connection", () -> !connection.isUp());
      CallFailure failure = failure(connection.call(Echo.OPERATION, "x", LONG));
      assertThat(failure.kind()).isEqualTo(Kind.NOT_SENT);
      assertThat(failure).hasMessageContaining("is not connected");

      try (HttpEndpoint second = HttpEndpoint.open(loops, same, HttpLimits.DEFAULT)) {
        second.serve("/echo", Echo.service());
        awaitUp(connection);
        assertThat(get(connection.call(Echo.OPERATION, "two", LONG))).isEqualTo("two");
      }
    }
  }

  @Test
  void closingEndsItForGood() throws Exception {
    try (ScriptedServer server = new ScriptedServer()) {
      SoapConnection connection = SoapConnection.open(loops, server.address(), OPTIONS);
      awaitUp(connection);
      var call = connection.call(Echo.OPERATION, "x", LONG);
      ScriptedServer.Connection accepted = server.connection();
      accepted.readRequest();
      connection.close();

      assertThat(failure(call).kind()).isEqualTo(Kind.BROKEN);
      assertThat(accepted.isClosedByClient()).isTrue();
      assertThat(failure(connection.call(Echo.OPERATION, "x", LONG)).kind())
          .isEqualTo(Kind.NOT_SENT);
      assertThat(server.hasMoreConnections()).isFalse();
    }
  }

  private static void awaitUp(SoapConnection connection) {
    Await.until(() -> "a connection", () -> connection.isUp());
  }
}
