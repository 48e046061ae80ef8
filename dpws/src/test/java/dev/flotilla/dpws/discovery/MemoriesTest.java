package dev.flotilla.dpws.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.dpws.discovery.SequenceMemory.Age;
import java.net.InetAddress;
import org.junit.jupiter.api.Test;

final class MemoriesTest {
  private static final InetAddress HERE = InetAddress.getLoopbackAddress();

  private final SequenceMemory sequences = new SequenceMemory(2);

  @Test
  void oldestMessageMakesRoom() {
    MessageMemory memory = new MessageMemory(2);
    memory.remember("a");
    memory.remember("a");
    memory.remember("b");
    assertThat(memory.contains("a")).isTrue();
    memory.remember("c");
    assertThat(memory.contains("a")).isFalse();
    assertThat(memory.contains("b")).isTrue();
    assertThat(memory.contains("c")).isTrue();
  }

  @Test
  void messagesOfOneSequenceAreNewOnlyInTheirOrder() {
    assertThat(judge("x", new AppSequence(1, "s", 5), 0)).isEqualTo(Age.NEW);
    assertThat(judge("x", new AppSequence(1, "s", 4), 0)).isEqualTo(Age.OVERTAKEN);
    assertThat(judge("x", new AppSequence(1, "s", 5), 0)).isEqualTo(Age.OVERTAKEN);
    assertThat(judge("x", new AppSequence(1, "s", 6), 0)).isEqualTo(Age.NEW);
    assertThat(judge("y", new AppSequence(1, "s", 1), 0)).isEqualTo(Age.NEW);
  }

  @Test
  void restartedSenderStartsAnewAndItsFormerInstanceIsStale() {
    assertThat(judge("x", new AppSequence(1, null, 5), 0)).isEqualTo(Age.NEW);
    assertThat(judge("x", new AppSequence(2, null, 1), 0)).isEqualTo(Age.NEW);
    assertThat(judge("x", new AppSequence(1, null, 6), 0)).isEqualTo(Age.FORMER_INSTANCE);
  }

  @Test
  void otherSequencesAndMessagesWithoutOneHaveNoOrder() {
    assertThat(judge("x", new AppSequence(1, "s", 5), 0)).isEqualTo(Age.NEW);
    assertThat(judge("x", null, 0)).isEqualTo(Age.NEW);
    assertThat(judge("x", new AppSequence(1, "t", 1), 0)).isEqualTo(Age.NEW);
  }

  @Test
  void forgedInstanceSilencesADeviceOnlyAsLongAsADatagramCanBeLate() {
    assertThat(judge("x", new AppSequence(0xFFFF_FFFFL, null, 1), 0)).isEqualTo(Age.NEW);
    AppSequence own = new AppSequence(1, null, 1);
    assertThat(judge("x", own, SequenceMemory.LATE_NANOS)).isEqualTo(Age.FORMER_INSTANCE);
    assertThat(judge("x", own, SequenceMemory.LATE_NANOS + 1)).isEqualTo(Age.NEW);
  }

  @Test
  void senderHeardLongestAgoMakesRoom() {
    AppSequence first = new AppSequence(1, null, 1);
    judge("x", first, 0);
    judge("y", first, 0);
    judge("x", new AppSequence(1, null, 2), 0);
    judge("z", first, 0);
    assertThat(judge("x", first, 0)).isEqualTo(Age.OVERTAKEN);
    assertThat(judge("y", first, 0)).isEqualTo(Age.NEW);
  }

  private Age judge(String epr, AppSequence sequence, long nowNanos) {
    return sequences.judge(HERE, epr, sequence, nowNanos);
  }
}
