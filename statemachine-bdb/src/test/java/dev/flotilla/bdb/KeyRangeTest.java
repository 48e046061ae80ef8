package dev.flotilla.bdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.model.Bytes;
import org.junit.jupiter.api.Test;

class KeyRangeTest {
  @Test
  void aPrefixEndsBeforeTheNextKeyThatLacksIt() {
    KeyRange range = KeyRange.ofPrefix(Bytes.utf8("a/"));
    assertThat(range.has(Bytes.utf8("a/"))).isTrue();
    assertThat(range.has(Bytes.utf8("a/z"))).isTrue();
    assertThat(range.has(Bytes.utf8("a0"))).isFalse();
    assertThat(range.has(Bytes.utf8("a"))).isFalse();
  }

  @Test
  void aPrefixOfTheLastBytesHasNoEnd() {
    byte[] last = {(byte) 0xff, (byte) 0xff};
    assertThat(KeyRange.ofPrefix(Bytes.wrap(last)).to()).isEqualTo(Bytes.EMPTY);
    byte[] carried = {1, (byte) 0xff};
    assertThat(KeyRange.ofPrefix(Bytes.wrap(carried)).to()).isEqualTo(Bytes.wrap(new byte[] {2}));
    assertThat(KeyRange.ofPrefix(Bytes.EMPTY).has(Bytes.utf8("anything"))).isTrue();
  }

  @Test
  void aKeyIsARangeOfItsOwn() {
    KeyRange range = KeyRange.of(Bytes.utf8("a"));
    assertThat(range.has(Bytes.utf8("a"))).isTrue();
    assertThat(range.has(Bytes.utf8("aa"))).isFalse();
  }
}
