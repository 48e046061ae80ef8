package dev.flotilla.raftdpws.message;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WordsTest {
  @Test
  void rolesAreFoundByTheirWords() {
    assertThat(ServerRole.of("pre-candidate")).isEqualTo(ServerRole.PRE_CANDIDATE);
    assertThat(ServerRole.of("leader")).isEqualTo(ServerRole.LEADER);
  }

  @Test
  void aWordOfALaterVersionIsUnknown() {
    assertThat(ServerRole.of("observer")).isEqualTo(ServerRole.UNKNOWN);
    assertThat(Consistency.of("causal")).isEmpty();
  }
}
