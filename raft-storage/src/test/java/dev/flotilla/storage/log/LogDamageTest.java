package dev.flotilla.storage.log;

import static dev.flotilla.storage.log.Logs.all;
import static dev.flotilla.storage.log.Logs.entries;
import static dev.flotilla.storage.log.Logs.open;
import static dev.flotilla.storage.log.Logs.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.storage.DamagedLog;
import dev.flotilla.storage.disk.MemoryDisk;
import dev.flotilla.storage.log.ForcedMark.Mark;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Torn tails are cut, damage refuses the start (safety rule 3). */
class LogDamageTest {
  private static final int FORCED = 60;
  private static final int ALL = 75;

  /** A change of a file from an offset on. */
  private interface Spoiling {
    byte[] spoil(byte[] bytes, int offset);
  }

  private static final Map<String, Spoiling> WAYS =
      Map.of(
          "truncate", Arrays::copyOf,
          "zero", LogDamageTest::zero,
          "garbage", LogDamageTest::garbage);

  @Test
  void anUnforcedLastBatchMayEndAnywhere() throws IOException {
    MemoryDisk written = killedWithAnUnforcedBatch();
    Mark mark = mark(written);
    String file = SegmentFiles.name(mark.end().segment());
    int end = lastNonZero(written.bytes(file));
    for (var way : WAYS.entrySet()) {
      for (int offset = mark.end().offset(); offset <= end; offset++) {
        MemoryDisk disk = written.copy();
        disk.put(file, way.getValue().spoil(disk.bytes(file), offset));
        String what = way.getKey() + " at " + offset;
        if (disk.bytes(file).length < LogOptions.MIN_SEGMENT_BYTES) {
          assertRefusedUntouched(disk, what);
        } else {
          checkCut(disk, what, offset);
        }
      }
    }
  }

  private static void checkCut(MemoryDisk disk, String what, int offset) throws IOException {
    long last;
    try (DurableLog log = open(disk)) {
      last = log.recovered().lastIndex();
      assertThat(last).as(what).isBetween((long) FORCED, (long) ALL);
      assertThat(all(log)).as(what).isEqualTo(entries(1, last, 1));
      log.recovered().tornTail().ifPresent(t -> assertThat(t.offset()).isLessThanOrEqualTo(offset));
      write(log, entries(last + 1, last + 3, 2));
      disk.loseUnsynced();
    } catch (IOException e) {
      // Closing a log whose process is gone.
      assertThat(e).as(what).hasMessageContaining("is gone");
    }
    try (DurableLog log = open(disk)) {
      assertThat(log.recovered().tornTail()).as(what).isEmpty();
      assertThat(log.lastIndex()).as(what).isGreaterThanOrEqualTo(FORCED + 3);
    }
  }

  @Test
  void aForcedLastBatchMayNotEndEarly() throws IOException {
    MemoryDisk written = killedWithAnUnforcedBatch();
    Mark mark = mark(written);
    String file = SegmentFiles.name(mark.end().segment());
    for (var way : WAYS.entrySet()) {
      for (int offset = 0; offset < mark.end().offset(); offset++) {
        MemoryDisk disk = written.copy();
        byte[] spoilt = way.getValue().spoil(disk.bytes(file), offset);
        disk.put(file, spoilt);
        assertRefusedUntouched(disk, way.getKey() + " at " + offset);
      }
    }
  }

  @Test
  void oneFlippedByteIsEitherNoticedOrInWhatWasNeverForced() throws IOException {
    MemoryDisk written = killedWithAnUnforcedBatch();
    Mark mark = mark(written);
    for (String file : written.list()) {
      byte[] bytes = written.bytes(file);
      boolean last = file.equals(SegmentFiles.name(mark.end().segment()));
      int end = last ? mark.end().offset() : lastNonZero(bytes);
      for (int offset = 0; offset < bytes.length; offset += 7) {
        MemoryDisk disk = written.copy();
        disk.flip(file, offset, 1 << offset % 8);
        String what = file + " at " + offset;
        if (!file.equals(ForcedMark.NAME) && offset < end) {
          assertRefusedUntouched(disk, what);
        } else {
          assertNothingForcedLost(disk, what);
        }
      }
    }
  }

  @Test
  void withATornMarkOnlyTheLastBatchIsNotProvenForced() throws IOException {
    MemoryDisk written = killedWithAnUnforcedBatch();
    Mark mark = mark(written);
    written.flip(ForcedMark.NAME, 0, 1);
    for (long segment = 1; segment <= mark.end().segment(); segment++) {
      String file = SegmentFiles.name(segment);
      boolean last = segment == mark.end().segment();
      int end = last ? mark.end().offset() : lastNonZero(written.bytes(file));
      for (int offset = 0; offset < end; offset += 7) {
        MemoryDisk disk = written.copy();
        disk.flip(file, offset, 0x40);
        assertRefusedUntouched(disk, file + " at " + offset);
      }
    }
  }

  @Test
  void damageIsNamedByFileOffsetAndIndex() throws IOException {
    MemoryDisk disk = killedWithAnUnforcedBatch();
    disk.flip(SegmentFiles.name(1), RecordFormat.START_BYTES + RecordFormat.PAYLOAD, 1);
    assertThatThrownBy(() -> open(disk))
        .isInstanceOfSatisfying(
            DamagedLog.class,
            damage -> {
              assertThat(damage.file()).isEqualTo("log-0000000001");
              assertThat(damage.offset()).isEqualTo(RecordFormat.START_BYTES);
              assertThat(damage.index()).isEqualTo(1);
            })
        .hasMessageContaining("memory/log-0000000001")
        .hasMessageContaining("nothing was changed");
  }

  @Test
  void aMissingSegmentIsDamage() throws IOException {
    for (long missing = 1; missing <= 2; missing++) {
      MemoryDisk disk = killedWithAnUnforcedBatch();
      disk.delete(SegmentFiles.name(missing));
      assertRefusedUntouched(disk, "without segment " + missing);
    }
    MemoryDisk disk = killedWithAnUnforcedBatch();
    for (String file : disk.list()) {
      if (SegmentFiles.isSegment(file)) {
        disk.delete(file);
      }
    }
    assertRefusedUntouched(disk, "without segments");
  }

  @Test
  void aSegmentThatIsShorterThanAnyThatWasEverUsedIsDamage() throws IOException {
    MemoryDisk written = killedWithAnUnforcedBatch();
    MemoryDisk torn = written.copy();
    torn.flip(ForcedMark.NAME, 0, 1);
    int least = LogOptions.MIN_SEGMENT_BYTES;
    for (long segment = 1; segment <= 3; segment++) {
      String file = SegmentFiles.name(segment);
      for (int bytes : new int[] {0, 1, RecordFormat.START_BYTES - 1, least - 1}) {
        byte[] left = Arrays.copyOf(written.bytes(file), bytes);
        MemoryDisk disk = written.copy();
        disk.put(file, left);
        assertRefusedUntouched(disk, file + " of " + bytes + " bytes");
        disk = torn.copy();
        disk.put(file, left);
        assertRefusedUntouched(disk, file + " of " + bytes + " bytes, and a torn mark");
      }
    }
  }

  @Test
  void aSegmentThatHasBecomeShorterIsDamageHoweverManyBatchesItHeld() throws IOException {
    MemoryDisk disk = new MemoryDisk();
    DurableLog log = open(disk);
    for (int i = 1; mark(disk).end().segment() < 2; i++) {
      write(log, entries(i, i, 1));
    }
    disk.killProcess();
    String first = SegmentFiles.name(1);
    disk.flip(ForcedMark.NAME, 0, 1);
    disk.put(first, Arrays.copyOf(disk.bytes(first), LogOptions.MIN_SEGMENT_BYTES));

    assertRefusedUntouched(disk, "half of the first segment");
  }

  @Test
  void theNextSegmentMayHaveAnySizeBeforeItIsUsed() throws IOException {
    MemoryDisk written = killedWithAnUnforcedBatch();
    for (int bytes : new int[] {0, 1, RecordFormat.START_BYTES - 1}) {
      MemoryDisk disk = written.copy();
      disk.put(SegmentFiles.name(4), new byte[bytes]);
      assertNothingForcedLost(disk, "a spare of " + bytes + " bytes");
    }
  }

  @Test
  void aRecordThatRotsWhileTheLogIsOpenIsNotHandedOut() throws IOException {
    MemoryDisk disk = new MemoryDisk();
    try (DurableLog log = open(disk)) {
      write(log, entries(1, 100, 1));
      disk.flip(SegmentFiles.name(1), 200, 1);
      assertThatThrownBy(() -> all(log)).isInstanceOf(DamagedLog.class);
    }
  }

  @Test
  void aFailedForceDoesNotMoveTheMark() throws IOException {
    MemoryDisk disk = new MemoryDisk();
    DurableLog log = open(disk);
    write(log, entries(1, 1, 1));
    Mark before = mark(disk);
    log.writer().append(entries(2, 2, 1));
    disk.plant(MemoryDisk.Force.FAILS);
    assertThatThrownBy(log.writer()::force).hasMessageContaining("planted");
    assertThat(mark(disk)).isEqualTo(before);
  }

  @Test
  void whatAFailedForceLeftInTheCacheOnlyIsWrittenAgainBeforeItCounts() throws IOException {
    MemoryDisk disk = new MemoryDisk();
    DurableLog log = open(disk);
    write(log, entries(1, 3, 1));
    log.writer().append(entries(4, 6, 1));
    disk.plant(MemoryDisk.Force.FAILS);
    assertThatThrownBy(log.writer()::force).hasMessageContaining("planted");
    disk.plant(MemoryDisk.Force.WORKS);
    disk.killProcess();
    assertThat(open(disk).recovered().lastIndex()).isEqualTo(6);
    disk.loseUnsynced();
    assertThat(open(disk).recovered().lastIndex()).isEqualTo(6);
  }

  @Test
  void aRecordInsideACommandIsNotTakenForOne() throws IOException {
    MemoryDisk other = new MemoryDisk();
    try (DurableLog log = DurableLog.open(other, 99, Logs.SMALL, Runnable::run)) {
      for (int i = 1; i <= 9; i++) {
        write(log, entries(i, i, 1));
      }
    }
    byte[] records = Arrays.copyOf(other.bytes(SegmentFiles.name(1)), 600);
    MemoryDisk disk = new MemoryDisk();
    DurableLog log = open(disk);
    log.writer()
        .append(
            List.of(
                new Entry(new LogPosition(1, 1), new Command("u", "c", Bytes.copyOf(records)))));
    disk.killProcess();
    disk.flip(SegmentFiles.name(1), RecordFormat.START_BYTES, 1);
    try (DurableLog again = open(disk)) {
      assertThat(again.recovered().tornTail()).isPresent();
      assertThat(again.lastIndex()).isZero();
      assertThat(again.recovered().tornTail().get().inWords())
          .startsWith("log-0000000001 ends at offset " + RecordFormat.START_BYTES + ": the ")
          .contains("never forced, and nobody was told of them");
    }
  }

  /** As the checksum of one in 256 does, and here nothing else proves the loss. */
  @Test
  void aLaterRecordThatBeginsWithAZeroIsFoundAsAnyOther() throws IOException {
    MemoryDisk disk = new MemoryDisk();
    LogOptions options = new LogOptions(1 << 20);
    DurableLog log = DurableLog.open(disk, Logs.KEY, options, Runnable::run);
    int before = 0;
    int last = 0;
    for (int i = 1; i < 3 || disk.bytes(SegmentFiles.name(1))[last] != 0; i++) {
      before = last;
      last = mark(disk).end().offset();
      write(log, entries(i, i, 1));
    }
    disk.killProcess();
    disk.flip(ForcedMark.NAME, 0, 1);
    disk.flip(SegmentFiles.name(1), before + RecordFormat.TIME, 1);

    assertThatThrownBy(() -> DurableLog.open(disk, Logs.KEY, options, Runnable::run))
        .isInstanceOf(DamagedLog.class)
        .hasMessageContaining("no intact record, but a later one");
  }

  /** Else a server that is cut off while it writes such numbers may take minutes to start. */
  @Test
  void bytesThatLookLikeHeadsOfRecordsCostTheSearchNoMoreThanOthers() throws IOException {
    LogOptions options = new LogOptions(256 * 1024);
    // At every third offset the length of a record of 4 MB.
    byte[] parameters = new byte[32 * 1024];
    for (int i = 0; i < parameters.length; i += 3) {
      parameters[i] = 1;
      parameters[Math.min(i + 2, parameters.length - 1)] = 0x3f;
    }
    MemoryDisk disk = new MemoryDisk();
    DurableLog log = DurableLog.open(disk, Logs.KEY, options, Runnable::run);
    write(log, entries(1, 3, 1));
    int end = mark(disk).end().offset();
    log.writer()
        .append(
            List.of(
                new Entry(
                    new LogPosition(4, 1), 50, new Command("u", "c", Bytes.copyOf(parameters)))));
    disk.killProcess();
    disk.flip(SegmentFiles.name(1), end, 1);
    long beforeBytes = disk.readBytes();

    try (DurableLog again = DurableLog.open(disk, Logs.KEY, options, Runnable::run)) {
      assertThat(again.lastIndex()).isEqualTo(3);
      assertThat(again.recovered().tornTail().orElseThrow().bytes())
          .isGreaterThan(parameters.length);
    }
    assertThat(disk.readBytes() - beforeBytes).isLessThan(8L * options.segmentBytes());
  }

  /** Three segments, {@value #FORCED} entries forced, the last ones not, the mark exact. */
  private static MemoryDisk killedWithAnUnforcedBatch() throws IOException {
    MemoryDisk disk = new MemoryDisk();
    DurableLog log = open(disk);
    for (int i = 1; i <= FORCED; i += 4) {
      write(log, entries(i, i + 3, 1));
    }
    log.writer().append(entries(FORCED + 1, ALL, 1));
    disk.killProcess();
    MemoryDisk copy = disk.copy();
    assertThat(mark(copy).end().segment()).isEqualTo(3);
    return copy;
  }

  private static Mark mark(MemoryDisk disk) throws IOException {
    try (ForcedMark mark = ForcedMark.open(disk)) {
      Optional<Mark> read = mark.read();
      return read.orElseThrow();
    }
  }

  private static void assertRefusedUntouched(MemoryDisk disk, String what) {
    Map<String, ByteBuffer> before = contents(disk);
    assertThatThrownBy(() -> open(disk)).as(what).isInstanceOf(DamagedLog.class);
    assertThat(contents(disk)).as(what).isEqualTo(before);
  }

  private static void assertNothingForcedLost(MemoryDisk disk, String what) throws IOException {
    try (DurableLog log = open(disk)) {
      long last = log.recovered().lastIndex();
      assertThat(last).as(what).isBetween((long) FORCED, (long) ALL);
      assertThat(all(log)).as(what).isEqualTo(entries(1, last, 1));
    }
  }

  private static Map<String, ByteBuffer> contents(MemoryDisk disk) {
    Map<String, ByteBuffer> contents = new TreeMap<>();
    disk.list().forEach(name -> contents.put(name, ByteBuffer.wrap(disk.bytes(name))));
    return contents;
  }

  private static byte[] zero(byte[] bytes, int offset) {
    byte[] spoilt = bytes.clone();
    Arrays.fill(spoilt, offset, spoilt.length, (byte) 0);
    return spoilt;
  }

  private static byte[] garbage(byte[] bytes, int offset) {
    byte[] spoilt = new byte[bytes.length];
    new Random(offset).nextBytes(spoilt);
    System.arraycopy(bytes, 0, spoilt, 0, offset);
    return spoilt;
  }

  private static int lastNonZero(byte[] bytes) {
    int end = bytes.length;
    while (end > 0 && bytes[end - 1] == 0) {
      end--;
    }
    return end;
  }
}
