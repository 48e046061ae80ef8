package dev.flotilla.dpws.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;

class TargetTest {
  @Test
  void aZoneIsNotSentToTheOtherSide() {
    Target target = Target.of(URI.create("http://[fe80::1%eth0]:80/a%20b"));

    assertThat(target.requestHead())
        .contains("[fe80::1]:80")
        .contains("/a%20b")
        .doesNotContain("eth0");
    assertThat(target.uri()).isEqualTo("http://[fe80::1]:80/a%20b");
    assertThat(target.origin()).isEqualTo("http://[fe80::1%eth0]:80");
  }

  @Test
  void anAddressWithoutAZoneIsSentAsItIs() {
    Target target = Target.of(URI.create("http://[2001:db8::1]:80/a%20b?c=[d%5D]"));

    assertThat(target.uri()).isEqualTo("http://[2001:db8::1]:80/a%20b?c=[d%5D]");
  }
}
