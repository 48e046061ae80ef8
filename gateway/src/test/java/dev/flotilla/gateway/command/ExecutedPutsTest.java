package dev.flotilla.gateway.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ExecutedPutsTest {
  @Test
  void anOlderVersionAfterANewerOneIsCounted() {
    assertThat(ExecutedPuts.undone(List.of(put(1, 1), put(1, 1), put(2, 7), put(1, 2)))).isZero();
    assertThat(ExecutedPuts.undone(List.of(put(1, 9), put(2, 1), put(1, 10), put(1, 9))))
        .isEqualTo(1);
    assertThat(ExecutedPuts.undone(List.of("GET /1?version=2", "GET /1?version=1"))).isZero();
  }

  private static String put(int thing, int version) {
    return "PUT /PUT/" + thing + ExecutedPuts.VERSION + version;
  }
}
