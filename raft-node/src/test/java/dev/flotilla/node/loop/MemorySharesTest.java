package dev.flotilla.node.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.NodeQueues;
import org.junit.jupiter.api.Test;

class MemorySharesTest {
  private static final long MIB = 1 << 20;

  @Test
  void aSmallHeapHasRoomForEveryShareAtOnce() {
    MemoryShares shares = MemoryShares.ofHeap(64 * MIB);
    long together = shares.requestBytes() + shares.answerBytes() + 6L * shares.queueBytes();

    assertThat(together + shares.callerBytes()).isLessThan(64 * MIB * 5 / 8);
  }

  @Test
  void sharesGrowWithTheHeapUpToTheLargest() {
    MemoryShares before = MemoryShares.ofHeap(16 * MIB);
    for (long mib = 17; mib <= 1_024; mib++) {
      MemoryShares shares = MemoryShares.ofHeap(mib * MIB);
      assertThat(shares.requestBytes()).isGreaterThanOrEqualTo(before.requestBytes());
      assertThat(shares.answerBytes()).isGreaterThanOrEqualTo(before.answerBytes());
      assertThat(shares.queueBytes()).isGreaterThanOrEqualTo(before.queueBytes());
      before = shares;
    }
    assertThat(before).isEqualTo(MemoryShares.LARGEST);
    assertThat(before.queueBytes()).isEqualTo(NodeQueues.MAX_PEER_BYTES);
  }
}
