package dev.flotilla.bdb.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class PackedUidTest {
  @Test
  void everyUidComesBackAsItWasAndSharesItsFormWithNone() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    Set<String> uids = new HashSet<>();
    Set<ByteBuffer> forms = new HashSet<>();
    for (int i = 0; i < 5_000; i++) {
      String uid = uid(random);
      byte[] packed = PackedUid.pack(uid);
      assertThat(PackedUid.unpack(ByteBuffer.wrap(packed))).as("seed " + seed).isEqualTo(uid);
      assertThat(forms.add(ByteBuffer.wrap(packed)))
          .as("seed %d, %s", seed, uid)
          .isEqualTo(uids.add(uid));
    }
  }

  @Test
  void aUuidTakesSeventeenBytes() {
    String uuid = UUID.randomUUID().toString();
    assertThat(PackedUid.pack(uuid)).hasSize(17);
    assertThat(PackedUid.pack("urn:uuid:" + uuid)).hasSize(17);
  }

  private static String uid(Random random) {
    String uuid = new UUID(random.nextLong(), random.nextLong()).toString();
    return switch (random.nextInt(6)) {
      case 0 -> uuid;
      case 1 -> "urn:uuid:" + uuid;
      case 2 -> uuid.toUpperCase(Locale.ROOT);
      case 3 -> uuid.substring(random.nextInt(36));
      case 4 -> uuid.replace('a', 'g');
      default -> "urn:" + random.nextInt(100) + "\u0001é";
    };
  }
}
