package dev.flotilla.gateway.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.gateway.http.SmugglingCorpus;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SmugglingTest {
  private static WebServer server;
  private static Gateway gateway;

  @BeforeAll
  static void start() throws IOException {
    server = WebServer.echoing();
    gateway = TestGateway.start(server);
  }

  @AfterAll
  static void stop() {
    gateway.close();
    server.close();
  }

  static List<String> corpus() {
    return SmugglingCorpus.all();
  }

  @ParameterizedTest
  @MethodSource("corpus")
  void nothingOfAnAmbiguousRequestIsForwarded(String request) throws IOException {
    int before = server.asked.size();
    try (RawClient client = new RawClient(gateway.address())) {
      client.send(request + "GET /behind HTTP/1.1\r\nHost: x\r\n\r\n");

      RawClient.Answer answer = client.answer(false);
      assertThat(answer.status()).isGreaterThanOrEqualTo(400).isNotIn(502, 503, 504);
      assertThat(answer.field("Connection")).isEqualTo("close");
      assertThat(client.readRest()).isEmpty();
    }
    assertThat(server.asked).hasSize(before);
  }

  @Test
  void whatFollowsAValidRequestIsReadAsARequestOfItsOwn() throws IOException {
    int before = server.asked.size();
    try (RawClient client = new RawClient(gateway.address())) {
      client.send("GET /first HTTP/1.1\r\nHost: x\r\n\r\nGET /second HTTP/1.1\r\nHost: x\nX\r\n");

      assertThat(client.answer(false).status()).isEqualTo(200);
      assertThat(client.answer(false).status()).isEqualTo(400);
      assertThat(client.readRest()).isEmpty();
    }
    assertThat(server.asked).hasSize(before + 1);
  }
}
