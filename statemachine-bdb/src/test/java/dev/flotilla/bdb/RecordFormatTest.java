package dev.flotilla.bdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.bdb.database.PackedUid;
import dev.flotilla.node.statemachine.JournalRecord;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.NumberLimits;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RecordFormatTest {
  @Test
  void everyFieldComesBackAsItWas() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < 2_000; i++) {
      JournalRecord record = record(random);
      byte[] stored = RecordFormat.write(record, PackedUid.pack(record.command().uid()));
      assertThat(RecordFormat.read(record.position().index(), stored))
          .as("seed " + seed)
          .isEqualTo(record);
    }
  }

  private static JournalRecord record(Random random) {
    return new JournalRecord(
        new LogPosition(
            random.nextLong(1, NumberLimits.MAX_INDEX + 1),
            random.nextLong(1, NumberLimits.MAX_TERM + 1)),
        new Command("u" + random.nextInt(), text(random), noise(random)),
        new Result(random.nextBoolean(), noise(random)));
  }

  private static String text(Random random) {
    return "é\u0000漢x".substring(random.nextInt(5));
  }

  private static Bytes noise(Random random) {
    byte[] bytes = new byte[random.nextInt(20)];
    random.nextBytes(bytes);
    return Bytes.wrap(bytes);
  }
}
