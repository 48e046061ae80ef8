package dev.flotilla.dpws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.dpws.discovery.DiscoveryFuzz;
import dev.flotilla.dpws.http.EndpointFuzz;
import dev.flotilla.dpws.http.client.CallerFuzz;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What fuzzing begins with, and what it has found. */
class FuzzTargetsTest {
  @ParameterizedTest
  @ValueSource(classes = {DiscoveryFuzz.class, EndpointFuzz.class, CallerFuzz.class})
  void everyKnownInputIsTakenOrRefused(Class<?> target) throws Exception {
    assertThat(FuzzInputs.replay(target)).isGreaterThan(5);
  }
}
