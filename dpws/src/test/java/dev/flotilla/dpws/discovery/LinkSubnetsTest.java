package dev.flotilla.dpws.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LinkSubnetsTest {
  @ParameterizedTest
  @CsvSource({
    "10.1.2.3, 24, 10.1.2.255, true",
    "10.1.2.3, 24, 10.1.3.3, false",
    "10.1.2.3, 20, 10.1.15.9, true",
    "10.1.2.3, 20, 10.1.16.9, false",
    "10.1.2.3, 32, 10.1.2.3, true",
    "10.1.2.3, 32, 10.1.2.2, false",
    "10.1.2.3, 0, 192.0.2.1, true",
    "127.0.0.1, 8, 127.3.2.1, true",
    "fe80::1, 64, fe80::2:3, true",
    "fe80::1, 64, fe80:0:0:1::2, false",
    "fd00::1, 64, 10.1.2.3, false",
  })
  void whoSharesThePrefixIsOnTheLink(String own, int prefixBits, String other, boolean isOnLink)
      throws UnknownHostException {
    LinkSubnets subnets = LinkSubnets.of(InetAddress.getByName(own), prefixBits);

    assertThat(subnets.contains(InetAddress.getByName(other))).isEqualTo(isOnLink);
  }
}
