package dev.flotilla.dpws.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class PendingCallTest {
  @Test
  void messageIdsAreDifferentVersionFourUuids() {
    SplittableRandom ids = new SplittableRandom(1);
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < 10_000; i++) {
      String id = PendingCall.newId(ids);
      assertThat(id).matches("urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-.*");
      assertThat(seen.add(id)).isTrue();
    }
  }
}
