package dev.flotilla.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class HeldPortTest {
  @Test
  void aPortIsNobodyElsesUntilItIsLetGo() throws Exception {
    HeldPort port = HeldPort.of(InetAddress.getLoopbackAddress());
    InetSocketAddress address = port.address();
    try (ServerSocket other = new ServerSocket()) {
      assertThatIOException().isThrownBy(() -> other.bind(address));
    }

    port.close();
    port.close();

    try (ServerSocket server = new ServerSocket()) {
      server.bind(address);
      assertThat(port.address()).isEqualTo(address);
    }
  }
}
