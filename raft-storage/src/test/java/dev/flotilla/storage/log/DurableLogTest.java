package dev.flotilla.storage.log;

import static dev.flotilla.storage.log.Logs.all;
import static dev.flotilla.storage.log.Logs.entries;
import static dev.flotilla.storage.log.Logs.entry;
import static dev.flotilla.storage.log.Logs.open;
import static dev.flotilla.storage.log.Logs.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.LoggedConfiguration;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raft.model.WitnessEntry;
import dev.flotilla.storage.DamagedLog;
import dev.flotilla.storage.disk.Disk;
import dev.flotilla.storage.disk.FileDisk;
import dev.flotilla.storage.disk.MemoryDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DurableLogTest {
  private static final int MANY = 10_000;

  @TempDir Path directory;

  @Test
  void whatWasForcedIsThereAfterReopening() throws IOException {
    Disk disk = new FileDisk(directory);
    List<Entry> written = new ArrayList<>();
    try (DurableLog log = open(disk)) {
      for (int i = 1; i <= 200; i += 10) {
        write(log, entries(i, i + 9, i));
        written.addAll(entries(i, i + 9, i));
      }
      assertThat(all(log)).isEqualTo(written);
    }
    try (DurableLog log = open(disk)) {
      assertThat(log.recovered().lastIndex()).isEqualTo(200);
      assertThat(log.recovered().tornTail()).isEmpty();
      assertThat(log.recovered().termStarts())
          .hasSize(20)
          .contains(new LogPosition(1, 1), new LogPosition(191, 191));
      assertThat(all(log)).isEqualTo(written);
      assertThat(new FileDisk(directory).list()).contains("log-0000000006", "log-mark");
    }
  }

  @Test
  void anEmptyLogIsRecoveredEmpty() throws IOException {
    MemoryDisk disk = new MemoryDisk();
    open(disk).close();
    try (DurableLog log = open(disk)) {
      assertThat(log.recovered())
          .isEqualTo(
              new RecoveredLog(List.of(), 0, 0, List.of(), LogPosition.ORIGIN, Optional.empty()));
      assertThat(log.read(1, 1, 1)).isEmpty();
    }
  }

  @Test
  void aLowerFirstIndexSupersedesTheRestNowAndAtRecovery() throws IOException {
    MemoryDisk disk = new MemoryDisk();
    List<Entry> expected = new ArrayList<>(entries(1, 49, 1));
    expected.addAll(entries(50, 60, 3));
    try (DurableLog log = open(disk)) {
      write(log, entries(1, 100, 1));
      write(log, entries(80, 120, 2));
      write(log, entries(50, 60, 3));
      assertThat(log.lastIndex()).isEqualTo(60);
      assertThat(all(log)).isEqualTo(expected);
      assertThat(log.read(61, 1, 1)).isEmpty();
    }
    try (DurableLog log = open(disk)) {
      assertThat(log.recovered().termStarts())
          .containsExactly(new LogPosition(1, 1), new LogPosition(50, 3));
      assertThat(log.recovered().lastTimeMillis()).isEqualTo(expected.get(59).timeMillis());
      assertThat(all(log)).isEqualTo(expected);
    }
  }

  @Test
  void configurationsAreFoundAtRecoveryUnlessTheyWereSuperseded() throws IOException {
    MemoryDisk disk = new MemoryDisk();
    List<Member> members = List.of(member(1), member(2), member(3));
    Configuration founders = new Configuration(members.subList(0, 1));
    Configuration waiting =
        new Configuration(
            founders.voters(), List.of(), members.subList(1, 3), members, members.subList(2, 3));
    Configuration joint =
        new Configuration(members, founders.voters(), List.of(), List.of(), members.subList(2, 3));
    List<Entry> written = new ArrayList<>(entries(1, 4, 1));
    written.add(new Entry(new LogPosition(5, 1), 60, waiting));
    written.add(new Entry(new LogPosition(6, 1), 60, WitnessEntry.INSTANCE));
    written.add(new Entry(new LogPosition(7, 1), 60, joint));
    try (DurableLog log = open(disk)) {
      write(log, written);
    }
    try (DurableLog log = open(disk)) {
      assertThat(log.recovered().configurations())
          .containsExactly(new LoggedConfiguration(5, waiting), new LoggedConfiguration(7, joint));
      assertThat(all(log)).isEqualTo(written);
      write(log, List.of(new Entry(new LogPosition(6, 2), 60, founders)));
    }
    try (DurableLog log = open(disk)) {
      assertThat(log.recovered().configurations())
          .containsExactly(
              new LoggedConfiguration(5, waiting), new LoggedConfiguration(6, founders));
    }
  }

  private static Member member(long number) {
    return new Member(new NodeId(new UUID(7, number)), new Incarnation(-1, number));
  }

  @Test
  void oneAppendMaySpanManySegments() throws IOException {
    MemoryDisk disk = new MemoryDisk();
    try (DurableLog log = open(disk)) {
      write(log, entries(1, 1000, 1));
      write(log, entries(1001, 1001, 1));
    }
    try (DurableLog log = open(disk)) {
      assertThat(all(log)).isEqualTo(entries(1, 1001, 1));
    }
  }

  @Test
  void aReadStopsAtItsBoundsButGivesOneEntry() throws IOException {
    try (DurableLog log = open(new MemoryDisk())) {
      write(log, entries(1, 100, 1));
      assertThat(log.read(5, 3, MANY)).isEqualTo(entries(5, 7, 1));
      assertThat(log.read(5, 3, 1)).isEqualTo(entries(5, 5, 1));
      int twoEntries = entry(5, 1).sizeBytes() + entry(6, 1).sizeBytes();
      assertThat(log.read(5, 3, twoEntries)).isEqualTo(entries(5, 6, 1));
      assertThat(log.read(0, 3, MANY)).isEmpty();
    }
  }

  @Test
  void everyTextComesBackAsItWas() throws IOException {
    MemoryDisk disk = new MemoryDisk();
    String wide = "aé\u07ff\u0800€\uffff😀\0";
    String broken = "\ud800x\udc00";
    Entry first = command(1, wide, broken, Bytes.utf8(wide));
    Entry second = command(2, broken, "", Bytes.EMPTY);
    try (DurableLog log = open(disk)) {
      write(log, List.of(first, second));
    }
    try (DurableLog log = open(disk)) {
      assertThat(all(log)).containsExactly(first, second);
    }
  }

  @Test
  void aCommandUpToTheLimitIsKeptAndALargerOneIsRefused() throws IOException {
    Disk disk = new FileDisk(directory);
    Entry largest = command(1, "u", "c", Bytes.wrap(new byte[4 * 1024 * 1024 - 63]));
    Entry larger = command(2, "u", "c", Bytes.wrap(new byte[4 * 1024 * 1024 - 62]));
    try (DurableLog log = DurableLog.open(disk, 0, LogOptions.DEFAULT, Runnable::run)) {
      write(log, List.of(largest));
      assertThat(log.read(1, 1, 1)).containsExactly(largest);
      assertThatThrownBy(() -> log.writer().append(List.of(larger)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("4194305 bytes");
    }
    try (DurableLog log = DurableLog.open(disk, 0, LogOptions.DEFAULT, Runnable::run)) {
      assertThat(log.read(1, 9, MANY)).containsExactly(largest);
    }
  }

  @Test
  void entriesThatDoNotFollowAreRefused() throws IOException {
    try (DurableLog log = open(new MemoryDisk())) {
      write(log, entries(1, 5, 3));
      assertThatThrownBy(() -> log.writer().append(entries(7, 7, 3)))
          .isInstanceOf(IllegalArgumentException.class);
    }
    try (DurableLog log = open(new MemoryDisk())) {
      write(log, entries(1, 5, 3));
      assertThatThrownBy(() -> log.writer().append(entries(6, 6, 2)))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void afterAFailedForceNothingMoreIsTried() throws IOException {
    MemoryDisk disk = new MemoryDisk();
    DurableLog log = open(disk);
    log.writer().append(entries(1, 1, 1));
    disk.plant(MemoryDisk.Force.FAILS);
    assertThatThrownBy(log.writer()::force).isInstanceOf(IOException.class);
    disk.plant(MemoryDisk.Force.WORKS);
    assertThatThrownBy(log.writer()::force).hasMessageContaining("failed earlier");
    assertThatThrownBy(() -> log.writer().append(entries(2, 2, 1)))
        .hasMessageContaining("failed earlier");
  }

  @Test
  void aFullDiskFailsTheAppendThatNeedsANewSegment() throws IOException {
    MemoryDisk disk = new MemoryDisk();
    DurableLog log = open(disk);
    disk.fillUpAfter(10_000);
    assertThatThrownBy(() -> write(log, entries(1, 1000, 1))).hasStackTraceContaining("no space");
    disk.fillUpAfter(Long.MAX_VALUE);
    log.close();
    try (DurableLog again = open(disk)) {
      assertThat(all(again)).isEqualTo(entries(1, again.recovered().lastIndex(), 1));
      write(again, entries(again.lastIndex() + 1, 200, 1));
      assertThat(all(again)).isEqualTo(entries(1, 200, 1));
    }
  }

  @Test
  void withoutABackgroundThreadTheLogThreadMakesSegments() throws IOException {
    Disk disk = new MemoryDisk();
    List<Runnable> forgotten = new ArrayList<>();
    try (DurableLog log = DurableLog.open(disk, 1, Logs.SMALL, forgotten::add)) {
      write(log, entries(1, 300, 1));
      assertThat(all(log)).isEqualTo(entries(1, 300, 1));
    }
    try (DurableLog log = DurableLog.open(disk, 1, Logs.SMALL, DurableLogTest::reject)) {
      write(log, entries(301, 600, 1));
      assertThat(all(log)).isEqualTo(entries(1, 600, 1));
    }
  }

  @Test
  void aLogIsOpenedWithLargerSegmentsThanItWasMadeWith() throws IOException {
    Disk disk = new MemoryDisk();
    try (DurableLog log = open(disk)) {
      write(log, entries(1, 100, 1));
    }
    try (DurableLog log = DurableLog.open(disk, Logs.KEY, new LogOptions(9000), Runnable::run)) {
      write(log, entries(101, 500, 1));
    }
    try (DurableLog log = open(disk)) {
      write(log, entries(501, 900, 1));
      assertThat(all(log)).isEqualTo(entries(1, 900, 1));
    }
  }

  @Test
  void aSegmentOfAnotherLogDoesNotPassForItsOwn() throws IOException {
    MemoryDisk disk = new MemoryDisk();
    try (DurableLog log = DurableLog.open(disk, 1, Logs.SMALL, Runnable::run)) {
      write(log, entries(1, 10, 1));
    }
    assertThatThrownBy(() -> DurableLog.open(disk, 2, Logs.SMALL, Runnable::run))
        .isInstanceOf(DamagedLog.class);
  }

  private static void reject(Runnable task) {
    throw new RejectedExecutionException();
  }

  private static Entry command(long index, String uid, String command, Bytes parameters) {
    return new Entry(new LogPosition(index, 1), new Command(uid, command, parameters));
  }
}
