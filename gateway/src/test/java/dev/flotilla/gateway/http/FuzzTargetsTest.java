package dev.flotilla.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.dpws.FuzzInputs;
import org.junit.jupiter.api.Test;

/** What fuzzing begins with, and what it has found. */
class FuzzTargetsTest {
  @Test
  void everyKnownInputIsTakenOrRefused() throws Exception {
    assertThat(FuzzInputs.replay(RequestParserFuzz.class)).isGreaterThan(100);
  }
}
