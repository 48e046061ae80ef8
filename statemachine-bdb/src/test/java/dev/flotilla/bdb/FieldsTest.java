package dev.flotilla.bdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.model.Bytes;
import org.junit.jupiter.api.Test;

class FieldsTest {
  /** A command may be a megabyte of separators, and a String for each would fill the heap. */
  @Test
  void separatorsWithoutEndMakeNoFieldsWithoutEnd() {
    assertThat(Fields.split(Bytes.utf8("\t".repeat(1_000_000)))).hasSize(Fields.MAX_FIELDS + 1);
  }

  @Test
  void asManyFieldsAsAnythingTakesAreTakenApart() {
    assertThat(Fields.split(Bytes.utf8("list\ta\t\t9"))).containsExactly("list", "a", "", "9");
  }
}
