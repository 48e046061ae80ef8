package dev.flotilla.dpws.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.dpws.link.LinkState.Ipv6;
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
    assertThat(LinkState.of(List.of("no-such-if0"), Ipv6.ALWAYS).isUsable()).isFalse();
  }

  @Test
  void anInterfaceThatIsDownIsNotUsableThoughItHasAddresses() throws UnknownHostException {
    assertThat(new LinkState(1, false, list("192.0.2.1")).isUsable()).isFalse();
    assertThat(new LinkState(1, true, list("192.0.2.1")).isUsable()).isTrue();
    assertThat(new LinkState(1, true, List.of()).isUsable()).isFalse();
  }

  @Test
  void withBothFamiliesIpv4ComesFirst() throws UnknownHostException {
    assertThat(
            LinkState.callable(
                list("fe80::1", "fd77::1", "169.254.1.1", "192.0.2.1").stream(), Ipv6.ALWAYS))
        .isEqualTo(list("192.0.2.1", "169.254.1.1", "fd77::1"));
  }

  @Test
  void severalInterfacesTakeTurnsAndThoseThatAreDownNone() throws UnknownHostException {
    LinkState first = new LinkState(1, true, list("192.0.2.1", "192.0.2.2", "fd77::1"));
    LinkState second = new LinkState(2, true, list("198.51.100.1", "fd78::1"));
    LinkState down = new LinkState(3, false, list("203.0.113.1"));

    assertThat(LinkState.together(List.of(first, down, second)).addresses())
        .isEqualTo(list("192.0.2.1", "198.51.100.1", "192.0.2.2", "fd78::1", "fd77::1"));
    assertThat(LinkState.together(List.of(down)).isUsable()).isFalse();
  }

  @Test
  void severalInterfacesHaveMadeOneAnewWhenItsNumberChanges() throws UnknownHostException {
    LinkState stays = new LinkState(1, true, list("192.0.2.1"));
    LinkState former = new LinkState(2, true, list("198.51.100.1"));
    LinkState anew = new LinkState(5, true, list("198.51.100.1"));

    assertThat(LinkState.together(List.of(stays, anew)))
        .isNotEqualTo(LinkState.together(List.of(stays, former)));
  }

  private static List<InetAddress> callable(String... literals) throws UnknownHostException {
    return LinkState.callable(list(literals).stream(), Ipv6.WITHOUT_IPV4);
  }

  private static List<InetAddress> list(String... literals) throws UnknownHostException {
    List<InetAddress> addresses = new ArrayList<>();
    for (String literal : literals) {
      addresses.add(InetAddress.getByName(literal));
    }
    return addresses;
  }
}
