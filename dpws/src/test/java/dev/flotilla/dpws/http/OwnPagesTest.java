package dev.flotilla.dpws.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.dpws.http.message.HttpException;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import java.net.InetSocketAddress;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which hosts and which pages an endpoint answers that serves web pages itself. */
class OwnPagesTest {
  private static final InetSocketAddress LOCAL = new InetSocketAddress("192.0.2.7", 8080);
  private final HostPolicy hosts = HostPolicy.ofOwnPages(Set.of("hall.example"));

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
    assertThat(status("Host", host)).isEqualTo(200);
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
        "user@localhost",
        "127.0.0.1 ,x",
        "256.0.0.1",
        "127.1",
        "2130706433"
      })
  void otherHostsAreRefused(String host) {
    assertThat(status("Host", host)).isEqualTo(421);
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost:8080:1", "[::1", "", "localhost:x"})
  void whatIsNoHostIsRefused(String host) {
    assertThat(status("Host", host)).isEqualTo(400);
  }

  @Test
  void aRequestNamesItsHostOnce() {
    assertThat(status()).isEqualTo(400);
    assertThat(status("Host", "localhost", "Host", "localhost")).isEqualTo(400);
    assertThat(status(HttpVersion.HTTP_1_0)).isEqualTo(400);
  }

  @Test
  void pagesOfOtherSitesAreRefused() {
    String host = "localhost:8080";

    assertThat(
            status(
                "Host", host, "Origin", "http://localhost:8080", "Sec-Fetch-Site", "same-origin"))
        .isEqualTo(200);
    assertThat(status("Host", host, "Origin", "https://localhost:8080")).isEqualTo(200);
    assertThat(status("Host", host, "Sec-Fetch-Site", "none")).isEqualTo(200);
    assertThat(status("Host", host, "Origin", "http://localhost:9090")).isEqualTo(403);
    assertThat(status("Host", host, "Origin", "null")).isEqualTo(403);
    assertThat(status("Host", host, "Sec-Fetch-Site", "cross-site")).isEqualTo(403);
    assertThat(status("Host", host, "Sec-Fetch-Site", "same-site")).isEqualTo(403);
  }

  private int status(String... headers) {
    return status(HttpVersion.HTTP_1_1, headers);
  }

  private int status(HttpVersion version, String... headers) {
    DefaultHttpRequest request = new DefaultHttpRequest(version, HttpMethod.GET, "/");
    for (int i = 0; i < headers.length; i += 2) {
      request.headers().add(headers[i], headers[i + 1]);
    }
    try {
      hosts.check(request, LOCAL);
      return 200;
    } catch (HttpException e) {
      return e.status();
    }
  }
}
