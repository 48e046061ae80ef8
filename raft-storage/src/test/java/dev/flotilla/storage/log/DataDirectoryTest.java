package dev.flotilla.storage.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.TermAndVote;
import dev.flotilla.storage.DamagedLog;
import dev.flotilla.storage.DirectoryRefused;
import dev.flotilla.storage.disk.Disk;
import dev.flotilla.storage.disk.FileDisk;
import dev.flotilla.storage.disk.MemoryDisk;
import dev.flotilla.storage.identity.Founder;
import dev.flotilla.storage.identity.OlderIdentity;
import dev.flotilla.storage.snapshot.SnapshotStore;
import dev.flotilla.storage.snapshot.SnapshotWriter;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoryTest {
  private static final int ENTRIES = 400;
  private static final GroupId ID = new GroupId("abc");

  /** So many entries fill one, and three. */
  private static final int ONE_SEGMENT = 30;

  private static final int SEVERAL_SEGMENTS = 90;

  /** Larger than a segment. */
  private static final String LEFTOVER = "x".repeat(3_000);

  @TempDir Path directory;

  private MemoryDisk disk = new MemoryDisk();

  @Test
  void everythingIsThereAfterReopening() throws IOException {
    Disk files = new FileDisk(directory.resolve("new").resolve("deep"));
    try (DataDirectory made = open(files)) {
      fill(made);
    }
    try (DataDirectory again = open(files)) {
      assertThat(again.votes().current().term()).isEqualTo(3);
      assertThat(Logs.all(again.log())).isEqualTo(Logs.entries(1, 20, 3));
    }
  }

  @Test
  void whateverKeepsItFromBeingOpenedTheLockIsGivenUp() throws IOException {
    Random random = new Random(1);
    Executor broken =
        task -> {
          throw new IllegalStateException("broken");
        };
    assertThatThrownBy(
            () -> DataDirectory.open(disk, Optional.of("group"), random, Logs.SMALL, broken))
        .hasMessage("broken");
    assertThatThrownBy(
            () ->
                DataDirectory.openOrBeginAnew(
                    disk,
                    Optional.of("group"),
                    Optional.empty(),
                    random,
                    Logs.SMALL,
                    broken,
                    Instant.EPOCH))
        .hasMessage("broken");

    open(disk).close();
  }

  @Test
  void whereverADiskFailsNoFileIsLeftOpen() throws IOException {
    assertThat(failuresOf(new MemoryDisk())).isGreaterThan(10);
    try (DataDirectory made = open(disk)) {
      fill(made);
      Logs.snapshot(made.snapshots(), new LogPosition(10, 3), "state");
      Logs.snapshot(made.snapshots(), new LogPosition(15, 3), "state");
    }
    assertThat(failuresOf(disk)).isGreaterThan(5);
  }

  /** Has one change after the other fail, until a directory is opened without. */
  private static int failuresOf(MemoryDisk original) throws IOException {
    for (int changes = 0; true; changes++) {
      MemoryDisk failing = original.copy();
      failing.stopAfter(changes);
      try {
        open(failing).close();
        return changes;
      } catch (IOException e) {
        assertThat(failing.openNames()).as("after %d changes", changes).isEmpty();
      }
    }
  }

  @Test
  void aVoteThatIsMissingIsDamageAndNotANewServer() throws IOException {
    open(disk).close();
    disk.delete("vote");
    assertDamaged("vote", "missing");
  }

  @Test
  void aLogThatIsMissingIsDamageAndNotANewServer() throws IOException {
    open(disk).close();
    for (String name : disk.list()) {
      if (name.startsWith("log-")) {
        disk.delete(name);
      }
    }
    assertDamaged("log-0000000001", "missing");
  }

  @Test
  void aMarkThatIsMissingIsDamage() throws IOException {
    found();
    disk.delete("log-mark");
    assertDamaged("log-mark", "missing");
  }

  @Test
  void aMarkThatIsBlankOrCutShortIsDamage() throws IOException {
    found();
    byte[] mark = disk.bytes("log-mark");
    for (byte[] spoilt : List.of(new byte[0], Arrays.copyOf(mark, mark.length - 1))) {
      disk.put("log-mark", spoilt);
      assertDamaged("log-mark", "cut short");
    }
    disk.put("log-mark", new byte[mark.length]);
    assertDamaged("log-mark", "blank");
  }

  @Test
  void aMarkThatAPowerCutToreIsMadeAnew() throws IOException {
    found();
    byte[] mark = disk.bytes("log-mark");
    disk.flip("log-mark", mark.length - 1, 1);
    try (DataDirectory opened = open(disk)) {
      assertThat(Logs.all(opened.log())).hasSize(ENTRIES);
    }
    assertThat(disk.bytes("log-mark")).isEqualTo(mark);
  }

  @Test
  void aLogFileThatNoServerNamesSoIsForeign() throws IOException {
    found();
    for (String number : List.of("99999999999999999999", "00000000001", "0000000000")) {
      MemoryDisk with = disk.copy();
      with.put("log-" + number, new byte[0]);
      assertThatThrownBy(() -> open(with))
          .hasMessageContainingAll("'log-" + number + "'", "move that file away")
          .isInstanceOfSatisfying(
              DirectoryRefused.class,
              e -> assertThat(e.reason()).isEqualTo(DirectoryRefused.Reason.FOREIGN));
      with.delete("log-" + number);
      open(with).close();
    }
  }

  @Test
  void eachFileOfAFoundedDirectoryIsMissedByNameOrNotNeeded() throws IOException {
    found();
    Set<String> needed = new TreeSet<>();
    for (String name : disk.list()) {
      MemoryDisk without = disk.copy();
      without.delete(name);
      try (DataDirectory opened = open(without)) {
        assertThat(Logs.all(opened.log())).as("without " + name).hasSize(ENTRIES);
        assertThat(opened.identity().groupId()).as("without " + name).contains(ID);
      } catch (DirectoryRefused | DamagedLog e) {
        assertThat(e).as("without " + name).hasMessageContaining(name);
        assertThat(e).hasMessageContaining("missing");
        needed.add(name);
      }
    }
    assertThat(needed)
        .contains(
            "identity.properties", "founding.properties", "vote", "log-mark", "log-0000000001");
    assertThat(disk.list()).containsAll(needed).contains("lock");
    assertThat(needed).doesNotContain("lock").hasSizeGreaterThan(5);
  }

  @Test
  void aLostFoundingListIsMissedFromTheMomentItIsAccepted() throws IOException {
    try (DataDirectory made = open(disk)) {
      assertThat(made.identity().acceptFounding(List.of(founder(made)))).isTrue();
    }
    disk.delete("founding.properties");
    assertThatThrownBy(() -> open(disk))
        .isInstanceOfSatisfying(
            DirectoryRefused.class,
            e -> assertThat(e.reason()).isEqualTo(DirectoryRefused.Reason.DAMAGED))
        .hasMessageContaining("founding.properties")
        .hasMessageContaining("the other members running");
  }

  @Test
  void aDirectoryOfBeforeTheFoundingWasNotedMissesItFromItsNextStart() throws IOException {
    found();
    String noted = new String(disk.bytes("identity.properties"), StandardCharsets.UTF_8);
    assertThat(noted).contains("founding=accepted");
    OlderIdentity.forgetThatFoundingWasNoted(disk);
    open(disk).close();
    disk.delete("founding.properties");
    assertThatThrownBy(() -> open(disk)).hasMessageContaining("founding.properties");
  }

  @Test
  void aTermBehindTheLogIsDamage() throws IOException {
    open(disk).close();
    byte[] old = disk.bytes("vote");
    try (DataDirectory made = open(disk)) {
      fill(made);
    }
    disk.put("vote", old);
    assertDamaged("vote", "term 0");
  }

  @Test
  void aStartThatBeginsTheLogAnewHasTheRoomOfAnOlderSnapshot() throws IOException {
    try (DataDirectory made = open(disk)) {
      fill(made);
      Logs.snapshot(made.snapshots(), new LogPosition(10, 3), LEFTOVER);
      Logs.snapshot(made.snapshots(), new LogPosition(500, 3), "new");
    }
    fillUpWithoutASpare();

    assertBeginsAfter(500);
  }

  @Test
  void aStartThatBeginsTheLogAnewHasTheRoomOfASnapshotThatWasBeingTaken() throws IOException {
    try (DataDirectory made = open(disk)) {
      fill(made);
      Logs.snapshot(made.snapshots(), new LogPosition(500, 3), "new");
      takeHalfOfASnapshot(made);
    }
    fillUpWithoutASpare();

    assertBeginsAfter(500);
  }

  @Test
  void aStartThatBeginsTheLogAnewHasTheRoomOfTheOldLog() throws IOException {
    fillSegments(new LogPosition(500, 3));
    fillUpWithoutASpare();

    assertBeginsAfter(500);
  }

  @Test
  void whereverAStartThatBeginsTheLogAnewIsCutOffTheNextOneGoesOn() throws IOException {
    fillSegments(new LogPosition(500, 3));
    assertThat(begunAfterEachCut(500)).isGreaterThan(20);
    for (long conflict = SEVERAL_SEGMENTS - ONE_SEGMENT; conflict < SEVERAL_SEGMENTS; conflict++) {
      disk = new MemoryDisk();
      fillSegments(new LogPosition(conflict, 4));
      begunAfterEachCut(conflict);
    }
  }

  /** Cuts the power after every change of a start; returns how many there are. */
  private int begunAfterEachCut(long index) throws IOException {
    for (int changes = 0; true; changes++) {
      MemoryDisk cut = disk.copy();
      cut.stopAfter(changes);
      try {
        open(cut).close();
        return changes;
      } catch (IOException e) {
        cut.lose(MemoryDisk.Loss.SUBSET, new SplittableRandom(changes));
        try (DataDirectory again = open(cut)) {
          LogPosition base = again.log().recovered().base();
          assertThat(base.index()).as("after %d changes", changes).isEqualTo(index);
        }
      }
    }
  }

  /** Leaves a log of some segments, and a snapshot that it does not hold. */
  private void fillSegments(LogPosition last) throws IOException {
    try (DataDirectory made = open(disk)) {
      made.votes().save(new TermAndVote(4, Optional.of(made.identity().member())));
      Logs.write(made.log(), Logs.entries(1, SEVERAL_SEGMENTS, 3));
      Logs.snapshot(made.snapshots(), last, "new");
    }
    assertThat(disk.list().stream().filter(SegmentFiles::isSegment)).hasSizeGreaterThan(3);
  }

  @Test
  void aDamagedDirectoryKeepsWhatAStartWouldRemove() throws IOException {
    open(disk).close();
    byte[] old = disk.bytes("vote");
    DataDirectory made = open(disk);
    fill(made);
    Logs.snapshot(made.snapshots(), new LogPosition(10, 3), LEFTOVER);
    Logs.snapshot(made.snapshots(), new LogPosition(15, 3), "new");
    takeHalfOfASnapshot(made);
    made.log().writer().append(Logs.entries(21, 22, 3));
    disk.killProcess();
    tearTheEnd();
    MemoryDisk spoilt = disk.copy();
    spoilt.put("vote", old);
    assertRefusedUntouched(spoilt, "vote");
    spoilt = disk.copy();
    spoilt.flip("log-0000000001", 100, 1);
    assertRefusedUntouched(spoilt, "log-0000000001");
  }

  private static void assertRefusedUntouched(MemoryDisk spoilt, String file) {
    MemoryDisk before = spoilt.copy();
    assertThatThrownBy(() -> open(spoilt))
        .isInstanceOfSatisfying(DamagedLog.class, e -> assertThat(e.file()).isEqualTo(file));
    assertThat(spoilt.names()).isEqualTo(before.names());
    for (String name : before.names()) {
      assertThat(Arrays.equals(spoilt.bytes(name), before.bytes(name))).as(name).isTrue();
    }
  }

  /** Of the last batch, which was never forced, only the first record is left. */
  private void tearTheEnd() {
    byte[] segment = disk.bytes("log-0000000001");
    int last = segment.length - 1;
    while (segment[last] == 0) {
      last--;
    }
    disk.flip("log-0000000001", last, 1);
  }

  private static void takeHalfOfASnapshot(DataDirectory made) throws IOException {
    Configuration group = new Configuration(List.of(made.identity().member()));
    try (SnapshotWriter half = made.snapshots().begin(SnapshotStore.Kind.TAKING, group)) {
      half.write(new byte[100_000]);
    }
  }

  /** Without the segment that is made in advance, which a start removes first. */
  private void fillUpWithoutASpare() throws IOException {
    String spare = disk.list().stream().filter(SegmentFiles::isSegment).reduce("", (a, b) -> b);
    disk.delete(spare);
    disk.sync();
    disk.fillUpAfter(0);
  }

  private void assertBeginsAfter(long index) throws IOException {
    try (DataDirectory again = open(disk)) {
      assertThat(again.log().recovered().base().index()).isEqualTo(index);
      assertThat(disk.list().stream().filter(SnapshotStore::isSnapshot)).hasSize(1);
    }
  }

  @Test
  void afterARefusalTheLockIsFree() throws IOException {
    open(disk).close();
    byte[] vote = disk.bytes("vote");
    disk.delete("vote");
    assertDamaged("vote", "missing");
    disk.put("vote", vote);
    open(disk).close();
  }

  private void assertDamaged(String file, String word) {
    assertThatThrownBy(() -> open(disk))
        .hasMessageContaining(word)
        .isInstanceOfSatisfying(DamagedLog.class, e -> assertThat(e.file()).isEqualTo(file));
  }

  private void found() throws IOException {
    try (DataDirectory made = open(disk)) {
      made.identity().acceptFounding(List.of(founder(made)));
      made.identity().markFounded(ID);
      made.votes().save(new TermAndVote(3, Optional.of(made.identity().member())));
      for (int i = 1; i <= ENTRIES; i += 20) {
        Logs.write(made.log(), Logs.entries(i, i + 19, 3));
      }
    }
  }

  private static Founder founder(DataDirectory made) {
    return new Founder(made.identity().member(), URI.create("http://127.0.0.1:9000/RAFT_Service"));
  }

  private static void fill(DataDirectory made) throws IOException {
    made.votes().save(new TermAndVote(3, Optional.of(made.identity().member())));
    Logs.write(made.log(), Logs.entries(1, 20, 3));
  }

  private static DataDirectory open(Disk disk) throws IOException {
    return DataDirectory.open(disk, Optional.of("group"), new Random(1), Logs.SMALL, Runnable::run);
  }
}
