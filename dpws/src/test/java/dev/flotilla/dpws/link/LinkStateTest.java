package dev.flotilla.dpws.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LinkStateTest {
  @Test
  void callableIsIpv4IfThatIsThereElseIpv6() throws UnknownHostException {
    assertThat(callable("fe80::1", "fd77::1", "192.0.2.1")).isEqualTo(list("192.0.2.1"));
    assertThat(callable("fe80::1", "fd77::1")).isEqualTo(list("fd77::1"));
    assertThat(callable("169.254.1.1", "fe80::1")).isEqualTo(list("169.254.1.1"));
    assertThat(callable("::1")).isEqualTo(list("::1"));
    assertThat(callable("fe80::1")).isEmpty();
  }

  @Test
  void everyAddressOfTheFamilyIsCallableTheLinkLocalLast() throws UnknownHostException {
    assertThat(callable("169.254.1.1", "192.0.2.1", "fd77::1", "192.0.2.2"))
        .isEqualTo(list("192.0.2.1", "192.0.2.2", "169.254.1.1"));
    String[] many = new String[20];
    for (int i = 0; i < many.length; i++) {
      many[i] = "192.0.2." + i;
    }
    assertThat(callable(many)).hasSize(LinkState.MAX_ADDRESSES);
  }

  @Test
  void anInterfaceThatIsNotThereIsNotUsable() throws SocketException {
    assertThat(LinkState.of("no-such-if0").isUsable()).isFalse();
  }

  @Test
  void anInterfaceThatIsDownIsNotUsableThoughItHasAddresses() throws UnknownHostException {
    assertThat(new LinkState(1, false, list("192.0.2.1")).isUsable()).isFalse();
    assertThat(new LinkState(1, true, list("192.0.2.1")).isUsable()).isTrue();
    assertThat(new LinkState(1, true, List.of()).isUsable()).isFalse();
  }

  private static List<InetAddress> callable(String... literals) throws UnknownHostException {
    return LinkState.callable(list(literals).stream());
  }

  private static List<InetAddress> list(String... literals) throws UnknownHostException {
    List<InetAddress> addresses = new ArrayList<>();
    for (String literal : literals) {
      addresses.add(InetAddress.getByName(literal));
    }
    return addresses;
  }
}
