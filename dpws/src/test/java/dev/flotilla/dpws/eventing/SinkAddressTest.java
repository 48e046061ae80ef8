package dev.flotilla.dpws.eventing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

class SinkAddressTest {
  private static final InetAddress LOOPBACK = ip("127.0.0.1");
  private static final InetSocketAddress ELSEWHERE = at("192.0.2.1", 1000);

  @Test
  void theOnlyAddressIsTaken() throws Exception {
    assertThat(SinkAddress.towards(LOOPBACK, List.of(ELSEWHERE))).isEqualTo(ELSEWHERE);
  }

  @Test
  void ofSeveralTheOneIsTakenThatLeadsToTheSource() throws Exception {
    List<InetSocketAddress> listening = List.of(ELSEWHERE, at("127.0.0.1", 2000));
    assertThat(SinkAddress.towards(LOOPBACK, listening)).isEqualTo(at("127.0.0.1", 2000));
    List<InetSocketAddress> others = List.of(ELSEWHERE, at("192.0.2.2", 2000));
    assertThat(SinkAddress.towards(LOOPBACK, others)).isEqualTo(ELSEWHERE);
  }

  @Test
  void anEndpointOnAllAddressesIsReachedAtARealOne() throws Exception {
    assertThat(SinkAddress.towards(LOOPBACK, List.of(at("0.0.0.0", 3000))))
        .isEqualTo(at("127.0.0.1", 3000));
  }

  @Test
  void anEndpointThatListensNowhereHasNoAddress() {
    assertThatIOException()
        .isThrownBy(() -> SinkAddress.towards(LOOPBACK, List.of()))
        .withMessageContaining("listens on no address");
  }

  private static InetSocketAddress at(String address, int port) {
    return new InetSocketAddress(ip(address), port);
  }

  private static InetAddress ip(String address) {
    return NetUtil.createInetAddressFromIpAddressString(address);
  }
}
