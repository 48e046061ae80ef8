package dev.flotilla.dpws.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class NearAddressesTest {
  @Test
  void addressesOnALinkOfThisMachineComeFirst() throws UnknownHostException {
    LinkSubnets link = LinkSubnets.of(InetAddress.getByName("10.1.0.7"), 16);

    assertThat(
            sorted(
                link,
                "http://192.0.2.1:80/a",
                "http://10.1.2.3:80/b",
                "http://[fd00::1]:80/c",
                "http://10.1.2.4:80/d"))
        .containsExactly(
            "http://10.1.2.3:80/b",
            "http://10.1.2.4:80/d",
            "http://192.0.2.1:80/a",
            "http://[fd00::1]:80/c");
  }

  @Test
  void addressesOfIpv6CanBeNear() throws UnknownHostException {
    LinkSubnets link = LinkSubnets.of(InetAddress.getByName("fd00::7"), 64);

    assertThat(sorted(link, "http://192.0.2.1:80/a", "https://[fd00::1]:443/b"))
        .containsExactly("https://[fd00::1]:443/b", "http://192.0.2.1:80/a");
  }

  @Test
  void namesAndNonsenseAreNotNear() {
    LinkSubnets link = LinkSubnets.of(InetAddress.getLoopbackAddress(), 8);

    assertThat(sorted(link, "http://localhost/a", "urn:x", "http://127.0.0.1/b"))
        .containsExactly("http://127.0.0.1/b", "http://localhost/a", "urn:x");
  }

  @Test
  void linkLocalAddressesGetTheZoneAndComeFirst() {
    Target target =
        new Target(
            "urn:uuid:1",
            List.of(),
            List.of(),
            List.of(
                URI.create("http://192.0.2.1/a"),
                URI.create("http://[fe80::1%7]:80/b?c=d"),
                URI.create("http://[fe80::2]"),
                URI.create("http://[2001:db8::1]/e")),
            1);

    assertThat(new NearAddresses(address -> false).of(target, "3").xAddrs())
        .extracting(URI::toString)
        .containsExactly(
            "http://[fe80::1%3]:80/b?c=d",
            "http://[fe80::2%3]", "http://192.0.2.1/a", "http://[2001:db8::1]/e");
  }

  private static List<String> sorted(LinkSubnets link, String... urls) {
    Target target =
        new Target(
            "urn:uuid:1", List.of(), List.of(), Stream.of(urls).map(URI::create).toList(), 1);
    return new NearAddresses(link::contains)
        .first(target).xAddrs().stream().map(URI::toString).toList();
  }
}
