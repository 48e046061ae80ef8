package dev.flotilla.raftdpws.directory;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RaftAddressTest {
  @ParameterizedTest
  @CsvSource({
    "http://10.0.0.1:80/device, http://10.0.0.1:80/RAFT_Service",
    "HTTP://host, http://host/RAFT_Service",
    "http://[fe80::1]:8080/a/b?c#d, http://[fe80::1]:8080/RAFT_Service",
    "http://host:1/RAFT_Service, http://host:1/RAFT_Service",
  })
  void theServiceStandsAtOnePathOfTheDevicesHostAndPort(String device, String service) {
    assertThat(RaftAddress.of(URI.create(device))).contains(URI.create(service));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ftp://host/",
        "urn:uuid:1",
        "/path",
        "http:///path",
        "mailto:a@b",
        "https:///path",
        "http://10.0.0.1:65536/"
      })
  void otherAddressesAreNone(String address) {
    assertThat(RaftAddress.of(URI.create(address))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://10.0.0.1:80/a", "http://[fe80::1%25eth0]:8/", "http://[::1]/"})
  void anIpAddressMayBeClaimed(String address) {
    assertThat(RaftAddress.claimed(URI.create(address))).isPresent();
    assertThat(RaftAddress.parseClaimed(address)).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://host:1/",
        "http://a.b.c.example/",
        "http://167772161/",
        "http://0000000010.0.0.1/",
        "http://10.1/",
        "http://beef/",
        "ftp://10.0.0.1/"
      })
  void aHostThatIsNoIpAddressMayNotBeClaimed(String address) {
    assertThat(RaftAddress.claimed(URI.create(address))).isEmpty();
    assertThat(RaftAddress.parseClaimed(address)).isEmpty();
  }

  @Test
  void aTextThatIsNoUriIsNoAddress() {
    assertThat(RaftAddress.parse("http://a b/")).isEmpty();
  }

  @Test
  void onlyTheSameLiteralIsAtAnAddress() throws UnknownHostException {
    InetAddress four = InetAddress.getByName("10.88.0.1");
    InetAddress six = InetAddress.getByName("fe80::1");

    assertThat(RaftAddress.isAt(URI.create("http://10.88.0.1:7001/"), four)).isTrue();
    assertThat(RaftAddress.isAt(URI.create("http://[fe80:0::1]:7001/"), six)).isTrue();
    assertThat(RaftAddress.isAt(URI.create("http://10.88.0.2:7001/"), four)).isFalse();
    assertThat(RaftAddress.isAt(URI.create("http://1.2.3.999/"), four)).isFalse();
    assertThat(RaftAddress.isAt(URI.create("urn:nobody"), four)).isFalse();
  }
}
