package dev.flotilla.dpws.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class HandshakePaceTest {
  private static final Duration LEAST = Duration.ofSeconds(1);

  private static final InetSocketAddress SLOW = new InetSocketAddress("127.0.0.1", 1);
  private static final InetSocketAddress OTHER = new InetSocketAddress("127.0.0.1", 2);

  private final HandshakePace pace = new HandshakePace();

  @Test
  void quickHandshakesGetTheLeastTime() {
    pace.completed(Duration.ofMillis(40).toNanos());

    assertThat(pace.limit(LEAST)).isEqualTo(LEAST);
  }

  @Test
  void slowHandshakesGetSeveralTimesWhatTheyTook() {
    pace.completed(Duration.ofMillis(900).toNanos());

    assertThat(pace.limit(LEAST)).isEqualTo(Duration.ofMillis(3_600));
  }

  @Test
  void aHandshakeThatWasGivenUpGetsTwiceAsLong() {
    pace.givenUp(SLOW, LEAST);
    assertThat(pace.limit(LEAST, SLOW)).isEqualTo(Duration.ofSeconds(2));
    pace.givenUp(SLOW, Duration.ofSeconds(2));

    assertThat(pace.limit(LEAST, SLOW)).isEqualTo(Duration.ofSeconds(4));
    assertThat(pace.acceptingLimit(LEAST)).isEqualTo(Duration.ofSeconds(4));
  }

  @Test
  void theUrlOfAnAddressGetsTheSameTime() throws UnknownHostException {
    byte[] ipv6 = InetAddress.getByName("fd00::1").getAddress();
    pace.givenUp(SLOW, Duration.ofSeconds(2));
    pace.givenUp(new InetSocketAddress(InetAddress.getByAddress("node1", ipv6), 443), LEAST);

    assertThat(limit("https://127.0.0.1:1/RAFT_Service")).isEqualTo(pace.limit(LEAST, SLOW));
    assertThat(limit("https://127.0.0.1:2/")).isEqualTo(LEAST);
    assertThat(limit("https://127.0.0.2:1/")).isEqualTo(LEAST);
    assertThat(limit("https://[fd00:0::1]:443/")).isEqualTo(Duration.ofSeconds(2));
    assertThat(limit("https://Node1/")).isEqualTo(Duration.ofSeconds(2));
    assertThat(limit("https://node2/")).isEqualTo(LEAST);
  }

  private Duration limit(String url) {
    return pace.limit(LEAST, URI.create(url));
  }

  @Test
  void aSilentAddressCostsNoOtherAddressTime() {
    for (int i = 0; i < 10; i++) {
      pace.givenUp(SLOW, pace.limit(LEAST, SLOW));
    }

    assertThat(pace.limit(LEAST, OTHER)).isEqualTo(LEAST);
    assertThat(pace.limit(Duration.ZERO)).isEqualTo(Duration.ZERO);
  }

  @Test
  void noMeasurementExceedsTheBound() {
    for (int i = 0; i < 10; i++) {
      pace.givenUp(SLOW, pace.limit(LEAST, SLOW));
    }

    assertThat(pace.limit(LEAST, SLOW)).isEqualTo(HandshakePace.LONGEST);
    assertThat(pace.limit(Duration.ofSeconds(20), SLOW)).isEqualTo(Duration.ofSeconds(20));
    for (int port = 1; port <= 2 * HandshakePace.MAX_GIVEN_UP; port++) {
      pace.givenUp(new InetSocketAddress("127.0.0.2", port), LEAST);
    }
    assertThat(pace.limit(LEAST, SLOW)).as("forgotten").isEqualTo(LEAST);
  }

  @Test
  void quickHandshakesGiveTheTimeBack() {
    pace.completed(Duration.ofSeconds(2).toNanos());
    pace.givenUp(SLOW, Duration.ofSeconds(10));
    for (int i = 0; i < 40; i++) {
      pace.completed(Duration.ofMillis(40).toNanos());
    }
    assertThat(pace.acceptingLimit(LEAST)).isEqualTo(LEAST);
    assertThat(pace.limit(LEAST)).isEqualTo(LEAST);
    assertThat(pace.limit(LEAST, SLOW)).isEqualTo(HandshakePace.LONGEST);

    pace.completed(SLOW, Duration.ofMillis(40).toNanos());
    assertThat(pace.limit(LEAST, SLOW)).isEqualTo(LEAST);
  }
}
