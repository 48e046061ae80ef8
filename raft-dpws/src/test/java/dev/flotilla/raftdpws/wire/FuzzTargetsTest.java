package dev.flotilla.raftdpws.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.dpws.FuzzInputs;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What fuzzing begins with, and what it has found. */
class FuzzTargetsTest {
  @ParameterizedTest
  @ValueSource(classes = {EnvelopeFuzz.class, PeerMessageFuzz.class, TemplateFuzz.class})
  void everyKnownInputIsTakenOrRefused(Class<?> target) throws Exception {
    assertThat(FuzzInputs.replay(target)).isGreaterThan(5);
  }
}
