package dev.flotilla.dpws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostPortTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "web-1.example_org:80",
        "192.0.2.1:65535",
        "[2001:db8::1]:80",
        "[::1]:1",
        "[fe80::1%eth0]:80"
      })
  void anAddressIsWrittenAsItIsRead(String text) {
    assertThat(HostPort.parse(text)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a",
        "a:",
        ":1",
        "a:0",
        "a:65536",
        "a:100000",
        "a:-1",
        "a:+1",
        "a b:1",
        "a/b:1",
        "user@a:1",
        "http://a:1",
        "a:1:2",
        "::1",
        "::1:80",
        "[::1]",
        "[::1:80",
        "[a]:80",
        "[192.0.2.1]:80",
        "[1:2:3]:80",
        "[::1]x:80"
      })
  void anythingElseIsRefused(String text) {
    assertThatThrownBy(() -> HostPort.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("HOST:PORT, not '" + text + "'");
  }

  @Test
  void aPortMayHaveADefault() {
    assertThat(HostPort.parse("192.0.2.1", 3702)).hasToString("192.0.2.1:3702");
    assertThat(HostPort.parse("[::1]", 3702)).hasToString("[::1]:3702");
    assertThat(HostPort.parse("a:1", 3702)).hasToString("a:1");
    assertThatThrownBy(() -> HostPort.parse("a:0", 3702)).hasMessageContaining("'a:0'");
  }

  @Test
  void aPlaceToListenAtMayHavePort0() {
    assertThat(HostPort.parseListening("a:0").port()).isZero();
    assertThatThrownBy(() -> HostPort.parseListening("a")).hasMessageContaining("'a'");
  }

  @Test
  void anUnknownHostIsNamed() {
    assertThatThrownBy(() -> HostPort.parse("no-such-host.invalid:1").resolved())
        .hasMessageContaining("no-such-host.invalid:1");
  }
}
