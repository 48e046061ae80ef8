package dev.flotilla.gateway.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.gateway.http.Fields;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForwardedFieldsTest {
  private static final Fields SENT =
      Fields.NONE
          .with("Host", "Example.org:8080")
          .with("X-Forwarded-For", "198.51.100.7")
          .with("X-Forwarded-Proto", "https")
          .with("X-Forwarded-Host", "shop.example.org")
          .with("Forwarded", "for=198.51.100.7;proto=https");

  @Test
  void whatAClientSaysOfItselfIsReplaced() throws UnknownHostException {
    Fields fields = ForwardedFields.in(SENT, address("10.0.0.9"), TrustedProxies.NONE);

    assertThat(fields.values("X-Forwarded-For")).containsExactly("10.0.0.9");
    assertThat(fields.values("X-Forwarded-Proto")).containsExactly("http");
    assertThat(fields.values("X-Forwarded-Host")).isEmpty();
    assertThat(fields.values("Forwarded"))
        .containsExactly("for=10.0.0.9;host=\"example.org:8080\";proto=http");
  }

  @Test
  void whatATrustedProxySaysIsKept() throws UnknownHostException {
    TrustedProxies trusted = TrustedProxies.parse(List.of("10.0.0.0/8", "2001:db8::1"));
    Fields fields = ForwardedFields.in(SENT, address("10.0.0.9"), trusted);

    assertThat(fields.values("X-Forwarded-For")).containsExactly("198.51.100.7, 10.0.0.9");
    assertThat(fields.values("X-Forwarded-Proto")).containsExactly("https");
    assertThat(fields.values("X-Forwarded-Host")).containsExactly("shop.example.org");
    assertThat(fields.first("Forwarded").orElseThrow())
        .startsWith("for=198.51.100.7;proto=https, for=10.0.0.9;");
    assertThat(ForwardedFields.in(SENT, address("2001:db8::1"), trusted).first("Forwarded"))
        .hasValueSatisfying(it -> assertThat(it).contains("for=\"[2001:db8:0:0:0:0:0:1]\""));
    assertThat(ForwardedFields.in(SENT, address("11.0.0.9"), trusted).values("X-Forwarded-Proto"))
        .containsExactly("http");
  }

  @Test
  void aTrustedProxyIsAnAddressOrANetwork() {
    for (String wrong : List.of("proxy", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/x", "")) {
      assertThatThrownBy(() -> TrustedProxies.parse(List.of(wrong)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("such as 10.0.0.0/8");
    }
  }

  private static InetAddress address(String text) throws UnknownHostException {
    return InetAddress.getByName(text);
  }
}
