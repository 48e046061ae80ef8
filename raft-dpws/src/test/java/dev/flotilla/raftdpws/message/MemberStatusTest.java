package dev.flotilla.raftdpws.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class MemberStatusTest {
  @Test
  void aStatusIsReadInSmallAndCapitalLetters() {
    assertThat(MemberStatus.parse("witness")).isEqualTo(MemberStatus.WITNESS);
    assertThat(MemberStatus.parse("Learner")).isEqualTo(MemberStatus.LEARNER);
  }

  @Test
  void anUnknownStatusIsNamedWithThoseThatExist() {
    assertThatThrownBy(() -> MemberStatus.parse("king"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "a member can be voter, witness, learner, joining, leaving, none, but not 'king'");
  }
}
