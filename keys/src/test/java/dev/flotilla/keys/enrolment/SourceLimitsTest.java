package dev.flotilla.keys.enrolment;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

class SourceLimitsTest {
  private static final long SECOND = 1_000_000_000;

  @Test
  void anAddressThatGuessesHasToWaitLongerEachTime() throws Exception {
    SourceLimits limits = new SourceLimits(address(1), 0);
    long now = 0;
    for (int pauseSeconds : List.of(1, 2, 4, 8, 16, 32, 60, 60)) {
      assertThat(limits.admits(address(7), now)).isTrue();
      limits.wrong(address(7), now);
      limits.release(address(7));
      now += pauseSeconds * SECOND;
      assertThat(limits.admits(address(7), now - 1)).isFalse();
      assertThat(limits.admits(address(8), now - 1)).as("another address").isTrue();
      limits.release(address(8));
    }
  }

  @Test
  void guessesFromManyAddressesLeaveFewerConnectionsInAll() throws Exception {
    SourceLimits limits = new SourceLimits(address(1), 0);
    for (int i = 0; i < SourceLimits.WRONG_BEFORE_ALERT; i++) {
      limits.wrong(address(i), 0);
    }
    int admitted = 0;
    for (int i = 100; i < 200; i++) {
      admitted += limits.admits(address(i), 0) ? 1 : 0;
    }
    assertThat(admitted).isEqualTo(5);
    assertThat(limits.admits(address(201), SECOND)).as("a second later").isTrue();
  }

  @Test
  void guessersTakeNothingFromOtherAddresses() throws Exception {
    SourceLimits limits = guessed(3);
    long now = SourceLimits.MAX_PAUSE_SECONDS * SECOND;
    limits.wrong(address(99), now - SECOND);
    for (int round = 0; round < 10; round++) {
      for (int guesser = 0; guesser < 3; guesser++) {
        if (limits.admits(address(guesser), now)) {
          limits.release(address(guesser));
        }
      }
    }

    assertThat(limits.admits(address(100), now)).isTrue();
  }

  @Test
  void afterAQuietMinuteAsManyConnectionsAreAcceptedAsAtFirst() throws Exception {
    SourceLimits limits = guessed(SourceLimits.WRONG_BEFORE_ALERT);
    long quiet = SourceLimits.QUIET_SECONDS * SECOND;

    assertThat(admitted(limits, quiet - 1)).isEqualTo(5);
    assertThat(admitted(limits, quiet)).isEqualTo(20);
  }

  @Test
  void anIpv6NetworkElsewhereIsOneSource() throws Exception {
    SourceLimits limits = new SourceLimits(InetAddress.getByName("2001:db8::1"), 0);
    limits.wrong(InetAddress.getByName("2001:db8:0:7::1"), 0);

    assertThat(limits.admits(InetAddress.getByName("2001:db8:0:7:1:2:3:4"), 0)).isFalse();
    assertThat(limits.admits(InetAddress.getByName("2001:db8:0:8::1"), 0)).isTrue();
  }

  @Test
  void aGuesserOfTheOwnIpv6LinkBlocksNoNeighbour() throws Exception {
    SourceLimits limits = new SourceLimits(InetAddress.getByName("2001:db8::1"), 0);
    limits.wrong(InetAddress.getByName("2001:db8::2"), 0);
    limits.wrong(InetAddress.getByName("fe80::2"), 0);

    assertThat(limits.admits(InetAddress.getByName("2001:db8::2"), 0)).isFalse();
    assertThat(limits.admits(InetAddress.getByName("2001:db8::3"), 0)).isTrue();
    assertThat(limits.admits(InetAddress.getByName("fe80::3"), 0)).isTrue();
  }

  /** So many addresses have sent enough wrong secrets between them. */
  private static SourceLimits guessed(int addresses) throws Exception {
    SourceLimits limits = new SourceLimits(address(1), 0);
    for (int i = 0; i < SourceLimits.WRONG_BEFORE_ALERT; i++) {
      limits.wrong(address(i % addresses), 0);
    }
    return limits;
  }

  private static int admitted(SourceLimits limits, long nowNanos) throws Exception {
    int admitted = 0;
    for (int i = 100; i < 200; i++) {
      if (limits.admits(address(i), nowNanos)) {
        limits.release(address(i));
        admitted++;
      }
    }
    return admitted;
  }

  private static InetAddress address(int number) throws Exception {
    return InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) number});
  }
}
