package dev.flotilla.node.statemachine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raft.model.Bytes;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RejectionTest {
  @Test
  void aReasonWithoutACodeTravelsAsItAlwaysDid() {
    for (String reason : List.of("", "closed", "list [1, 2]", "a [code X] b", "two\nlines")) {
      assertThat(without(reason).encoded()).isEqualTo(Bytes.utf8(reason));
    }
  }

  @Test
  void aClientThatKnowsNoCodesReadsTheReason() {
    assertThat(with("no seat is left", "FULL").encoded().toUtf8())
        .isEqualTo("no seat is left [code FULL]");
  }

  @Test
  void everyRejectionIsReadAsItWasWritten() {
    for (String reason :
        List.of("", "full", "full [code X]", "x [code ]", "x [code ] [code ]", "a\nb")) {
      for (Rejection each : List.of(without(reason), with(reason, "A-1._b"))) {
        assertThat(Rejection.of(each.encoded())).isEqualTo(each);
      }
    }
  }

  @Test
  void aCodeThatCannotBeCarriedIsRefusedByName() {
    for (String code : List.of("", "two words", "a]", "x".repeat(65))) {
      assertThatThrownBy(() -> with("full", code))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("\"" + code + "\"")
          .hasMessageContaining("1 to 64");
    }
  }

  private static Rejection without(String reason) {
    return new Rejection(reason, Optional.empty());
  }

  private static Rejection with(String reason, String code) {
    return new Rejection(reason, Optional.of(code));
  }
}
