package dev.flotilla.systemtests.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.bdb.KeyValueStore;
import dev.flotilla.bdb.KeyValueText;
import dev.flotilla.raft.model.Bytes;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A value is known by what is stored for it, and by its size if it is a large one. */
class StoredValueTest {
  @Test
  void eachIsReadAsItWasStoredAndLargeOnesHaveSizesOfTheirOwn() {
    Set<Integer> sizes = new HashSet<>();
    for (int number = 0; number < 2_000; number++) {
      String value = "v" + number;
      Bytes stored = StoredValue.of(value);
      assertThat(StoredValue.read(stored)).isEqualTo(value);
      assertThat(stored.size()).isLessThanOrEqualTo(KeyValueStore.MAX_VALUE_BYTES);
      if (stored.size() > KeyValueStore.MAX_TOLD_BYTES) {
        assertThat(sizes.add(stored.size())).isTrue();
        assertThat(StoredValue.ofSize(stored.size())).isEqualTo(value);
      }
    }
    assertThat(sizes).hasSize(500);
  }

  @Test
  void theLastThatHasASizeOfItsOwnIsLargeAndTheNextIsSmall() {
    assertThat(StoredValue.of("v159996").size()).isEqualTo(59_999);
    assertThat(StoredValue.ofSize(59_999)).isEqualTo("v159996");
    assertThat(StoredValue.of("v160000").size()).isEqualTo(7);
  }

  @Test
  void anythingElseIsNoValue() {
    String stored = StoredValue.of("v8").toUtf8();
    assertThat(StoredValue.read(Bytes.utf8(stored + "."))).startsWith("spoilt");
    assertThat(StoredValue.read(Bytes.utf8(stored.replace("v8", "v9")))).startsWith("spoilt");
    assertThat(StoredValue.read(Bytes.utf8("v8"))).isEqualTo("spoilt, 2 characters: v8");
    assertThat(StoredValue.ofSize(19_999)).startsWith("spoilt");
    assertThat(StoredValue.ofSize(60_000)).startsWith("spoilt");
    assertThat(StoredValue.read(Bytes.utf8("-123"))).isEqualTo("-123");
  }

  @Test
  void answersNameThemHoweverTheyAreTold() {
    int size = StoredValue.of("v8").size();
    PairCommand get = PairCommand.get("k");
    PairCommand put = PairCommand.put("k", "v8");
    assertThat(put.change()).hasValue(KeyValueText.put(Bytes.utf8("k"), StoredValue.of("v8")));
    assertThat(put.answer(Bytes.utf8("~" + size)).text()).hasValue("v8");
    assertThat(get.answer(Bytes.utf8("=" + StoredValue.of("v8").toUtf8())).text()).hasValue("v8");
    assertThat(put.answer(Bytes.utf8("-")).text()).isEmpty();
  }
}
