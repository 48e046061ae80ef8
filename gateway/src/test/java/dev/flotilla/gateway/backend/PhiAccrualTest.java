package dev.flotilla.gateway.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.dpws.HostPort;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PhiAccrualTest {
  private static final HostPort A = new HostPort("a", 1);
  private static final HostPort B = new HostPort("b", 1);

  @Test
  void suspicionGrowsWithSilence() {
    PhiAccrual phi = new PhiAccrual(1_000);
    for (int i = 0; i <= 20; i++) {
      phi.heard(millis(1_000L * i));
    }

    assertThat(phi.phi(millis(20_900))).isLessThan(1);
    assertThat(phi.phi(millis(22_500))).isGreaterThan(8);
    assertThat(phi.phi(millis(60_000))).isGreaterThan(phi.phi(millis(22_500)));
  }

  @Test
  void theTimeoutAdaptsToSlowAndIrregularSigns() {
    PhiAccrual phi = new PhiAccrual(1_000);
    long now = 0;
    for (int i = 0; i <= 40; i++) {
      phi.heard(millis(now));
      now += i % 2 == 0 ? 1_000 : 5_000;
    }

    assertThat(phi.phi(millis(now + 2_500))).isLessThan(8);
    assertThat(phi.phi(millis(now + 60_000))).isGreaterThan(8);
  }

  @Test
  void aServerWithLessToDoIsChosen() {
    BackendSet set = new BackendSet(List.of(A, B), 1_000);
    Backend a = set.find(A).orElseThrow();
    Backend b = set.find(B).orElseThrow();

    a.began(0);
    assertThat(set.choose(Set.of(), 0)).contains(b);
    a.ended();
    b.reported(new LoadReport(900, 0, 0, 0));
    assertThat(set.choose(Set.of(), 0)).contains(a);
    assertThat(set.choose(Set.of(a), 0)).contains(b);
  }

  @Test
  void equalServersAreChosenInTurn() {
    BackendSet set = new BackendSet(List.of(A, B), 1_000);

    Backend first = set.choose(Set.of(), 0).orElseThrow();
    Backend second = set.choose(Set.of(), 0).orElseThrow();

    assertThat(first).isNotEqualTo(second);
    assertThat(set.choose(Set.of(), 0)).contains(first);
  }

  @Test
  void aServerThatFailedIsTheLastChoiceUntilItIsHeard() {
    BackendSet set = new BackendSet(List.of(A, B), 1_000);
    Backend a = set.find(A).orElseThrow();
    Backend b = set.find(B).orElseThrow();

    a.failed("it closed");
    b.began(0);
    assertThat(set.choose(Set.of(), 0)).contains(b);
    assertThat(set.choose(Set.of(b), 0)).contains(a);
    a.heard(0);
    assertThat(set.choose(Set.of(), 0)).contains(a);
  }

  @Test
  void aSilentServerIsNoLongerLive() {
    BackendSet set = new BackendSet(List.of(A), 1_000);
    Backend a = set.find(A).orElseThrow();
    for (int i = 0; i < 10; i++) {
      a.heard(millis(1_000L * i));
    }

    assertThat(a.isLive(millis(9_500))).isTrue();
    assertThat(a.isLive(millis(14_000))).isFalse();
    a.heard(millis(14_000));
    assertThat(a.isLive(millis(14_100))).isTrue();
  }

  private static long millis(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }

  @Test
  void aServerThatGoesDownAndComesBackIsReportedOnce() {
    Backend a = new Backend(A, 1_000);
    a.heard(millis(0));
    assertThat(a.change(millis(1))).isEmpty();

    a.unreachable("no connection");
    assertThat(a.change(millis(2_000))).contains("web server a:1 is down: no connection");
    assertThat(a.change(millis(3_000))).isEmpty();
    a.heard(millis(9_000));
    assertThat(a.change(millis(9_001))).contains("web server a:1 answers again after 7 s");
    assertThat(a.change(millis(30_000))).contains("web server a:1 is down: it answers no probe");
  }

  @Test
  void aServerThatNeverAnsweredIsReported() {
    Backend refusing = new Backend(A, 1_000);
    refusing.unreachable("no connection");
    assertThat(refusing.change(millis(1)))
        .contains("web server a:1 has not answered since the start: no connection");

    Backend silent = new Backend(B, 1_000);
    assertThat(silent.change(millis(1))).isEmpty();
    assertThat(silent.change(millis(4_000))).isEmpty();
    assertThat(silent.change(millis(6_000)))
        .contains("web server b:1 has not answered since the start: it answers no probe");
  }

  @Test
  void anAddressIsHostAndPort() {
    assertThat(HostPort.parse("web-1.example_org:80").toString()).isEqualTo("web-1.example_org:80");
    assertThat(HostPort.parse("[2001:db8::1]:80").host()).isEqualTo("2001:db8::1");
    for (String wrong : List.of("http://a:1", "a/b:1", "a b:1", ":1", "a:")) {
      assertThatThrownBy(() -> HostPort.parse(wrong))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("HOST:PORT");
    }
  }
}
