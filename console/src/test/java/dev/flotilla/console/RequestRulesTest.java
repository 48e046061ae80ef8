package dev.flotilla.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Headers;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which hosts and which pages are answered. */
class RequestRulesTest {
  private static final InetSocketAddress LOCAL = new InetSocketAddress("192.0.2.7", 8080);
  private final RequestRules rules = new RequestRules(Set.of("hall.example"));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "LOCALHOST:8080",
        "127.0.0.1:8080",
        "127.0.0.1:9",
        "[::1]:8080",
        "192.0.2.7:8080",
        "hall.example:8080",
        "Hall.Example"
      })
  void ownHostsAreAnswered(String host) {
    assertThat(rules.refusal(headers("Host", host), LOCAL)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "attacker.example",
        "localhost.attacker.example",
        "127.0.0.1.attacker.example",
        "192.0.2.8:8080",
        "[fd00::1]",
        "[hall.example]",
        "localhost:8080:1",
        "user@localhost",
        "127.0.0.1 ,x",
        "256.0.0.1",
        "127.1",
        "2130706433",
        "[::1",
        ""
      })
  void otherHostsAreRefused(String host) {
    assertThat(status(headers("Host", host))).isEqualTo(421);
  }

  @Test
  void aRequestNamesItsHostOnce() {
    Headers twice = headers("Host", "localhost");
    twice.add("Host", "localhost");

    assertThat(status(new Headers())).isEqualTo(400);
    assertThat(status(twice)).isEqualTo(400);
  }

  @Test
  void pagesOfOtherSitesAreRefused() {
    Headers own = headers("Host", "localhost:8080");
    own.add("Origin", "http://localhost:8080");
    own.add("Sec-Fetch-Site", "same-origin");
    Headers otherPort = headers("Host", "localhost:8080");
    otherPort.add("Origin", "http://localhost:9090");
    Headers file = headers("Host", "localhost:8080");
    file.add("Origin", "null");
    Headers other = headers("Host", "localhost:8080");
    other.add("Sec-Fetch-Site", "cross-site");

    assertThat(rules.refusal(own, LOCAL)).isEmpty();
    assertThat(status(otherPort)).isEqualTo(403);
    assertThat(status(file)).isEqualTo(403);
    assertThat(status(other)).isEqualTo(403);
  }

  private int status(Headers headers) {
    Optional<RequestRules.Refusal> refusal = rules.refusal(headers, LOCAL);
    return refusal.map(RequestRules.Refusal::status).orElse(200);
  }

  private static Headers headers(String name, String value) {
    Headers headers = new Headers();
    headers.add(name, value);
    return headers;
  }
}
