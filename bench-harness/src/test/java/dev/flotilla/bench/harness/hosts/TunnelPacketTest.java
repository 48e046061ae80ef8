package dev.flotilla.bench.harness.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class TunnelPacketTest {
  private static final int CHECKSUM = 8 + 14 + 20 + 6;

  /** From 10.0.0.1 to 10.0.0.2, with "abc" for port 7; 0x1234 stands for the checksum. */
  private static final String UDP =
      "0800000000000100"
          + "02fb0000000202fb000000010800"
          + "4500001f00004000401100000a0000010a000002"
          + "00090007000b1234"
          + "616263";

  @Test
  void theChecksumOfUdpIsCompleted() {
    ByteBuffer packet = packet(UDP);

    TunnelPacket.completeChecksum(packet);

    // 0a00+0001+0a00+0002+0011+000b + 0009+0007+000b + 6162+6300 = d89c
    assertThat(packet.getShort(CHECKSUM)).isEqualTo((short) ~0xd89c);
  }

  @Test
  void packetsWithoutAChecksumStayAsTheyAre() {
    for (String other :
        new String[] {
          UDP.replace("010800", "010806"), UDP.replace("4011", "4001"), UDP.substring(0, 90)
        }) {
      ByteBuffer packet = packet(other);

      TunnelPacket.completeChecksum(packet);

      assertThat(packet).isEqualTo(packet(other));
    }
  }

  private static ByteBuffer packet(String hex) {
    return ByteBuffer.wrap(HexFormat.of().parseHex(hex));
  }
}
