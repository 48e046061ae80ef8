package dev.flotilla.dpws.eventing;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

class SinkAddressTest {
  private static final InetAddress LOOPBACK = ip("127.0.0.1");
  private static final InetSocketAddress ELSEWHERE = at("192.0.2.1", 1000);

  @Test
  void theRouteToTheSourceDecides() throws Exception {
    assertThat(SinkAddress.towards(LOOPBACK)).isEqualTo(LOOPBACK);
  }

  @Test
  void ofSeveralTheOneIsTakenThatLeadsToTheSource() {
    List<InetSocketAddress> listening = List.of(ELSEWHERE, at("127.0.0.1", 2000));
    assertThat(SinkAddress.of(LOOPBACK, listening)).contains(at("127.0.0.1", 2000));
  }

  @Test
  void whereTheSinkDoesNotListenIsNoAddress() {
    assertThat(SinkAddress.of(LOOPBACK, List.of(ELSEWHERE))).isEmpty();
    assertThat(SinkAddress.of(LOOPBACK, List.of())).isEmpty();
  }

  @Test
  void anEndpointOnAllAddressesIsReachedAtARealOne() {
    assertThat(SinkAddress.of(LOOPBACK, List.of(at("0.0.0.0", 3000))))
        .contains(at("127.0.0.1", 3000));
  }

  private static InetSocketAddress at(String address, int port) {
    return new InetSocketAddress(ip(address), port);
  }

  private static InetAddress ip(String address) {
    return NetUtil.createInetAddressFromIpAddressString(address);
  }
}
