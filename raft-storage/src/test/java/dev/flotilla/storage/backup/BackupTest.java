package dev.flotilla.storage.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NoOp;
import dev.flotilla.raft.model.TermAndVote;
import dev.flotilla.storage.DirectoryRefused;
import dev.flotilla.storage.disk.Disk;
import dev.flotilla.storage.disk.FileDisk;
import dev.flotilla.storage.disk.MemoryDisk;
import dev.flotilla.storage.log.DataDirectory;
import dev.flotilla.storage.log.LogOptions;
import dev.flotilla.storage.snapshot.SnapshotStore;
import dev.flotilla.storage.snapshot.SnapshotWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackupTest {
  private static final LogOptions SMALL = new LogOptions(2048);
  private static final GroupId OLD = new GroupId("old");
  private static final String STATE = "state ".repeat(20_000);

  @TempDir Path directory;

  @Test
  void snapshotAndLogComeBackInAGroupOfTheirOwn() throws IOException {
    List<Entry> entries = fill(new FileDisk(directory.resolve("old")), true);
    Path file = backup();

    MemoryDisk disk = new MemoryDisk();
    RestoredDirectory.Restored made = restore(file, disk);
    disk.loseUnsynced();
    try (DataDirectory opened = open(disk)) {
      assertThat(opened.identity().member()).isEqualTo(made.member());
      assertThat(opened.identity().groupName()).isEqualTo("new");
      assertThat(opened.identity().groupId()).contains(groupOf(made.member()));
      assertThat(opened.snapshots().newest().orElseThrow().configuration().voters())
          .containsExactly(made.member());
      assertThat(contentOf(opened)).isEqualTo(STATE);
      assertThat(all(opened)).startsWith(entries.subList(60, 90).toArray(Entry[]::new)).hasSize(31);
      assertThat(opened.log().recovered().configurations())
          .extracting(it -> it.configuration())
          .endsWith(new Configuration(List.of(made.member())));
      assertThat(opened.votes().current()).isEqualTo(new TermAndVote(4, Optional.empty()));
    }
  }

  @Test
  void aLogWithoutASnapshotComesBack() throws IOException {
    List<Entry> entries = fill(new FileDisk(directory.resolve("old")), false);
    MemoryDisk disk = new MemoryDisk();
    restore(backup(), disk);
    try (DataDirectory opened = open(disk)) {
      assertThat(opened.snapshots().newest()).isEmpty();
      assertThat(all(opened)).startsWith(entries.toArray(Entry[]::new)).hasSize(91);
    }
  }

  @Test
  void theHeaderNamesGroupIndexAndTerm() throws IOException {
    fill(new FileDisk(directory.resolve("old")), true);
    BackupHeader header = Backup.open(backup()).header();
    assertThat(header.groupName()).isEqualTo("group");
    assertThat(header.group()).isEqualTo(OLD);
    assertThat(header.last()).isEqualTo(new LogPosition(90, 3));
    assertThat(header.entries()).isEqualTo(30);
    assertThat(header.snapshot().orElseThrow().last()).isEqualTo(new LogPosition(60, 3));
  }

  @Test
  void aTruncatedBackupIsRefused() throws IOException {
    fill(new FileDisk(directory.resolve("old")), true);
    byte[] whole = Files.readAllBytes(backup());
    SplittableRandom random = new SplittableRandom(3);
    List<Integer> lengths = new ArrayList<>(List.of(8, 15, 16, 40, whole.length - 1));
    for (int i = 0; i < 30; i++) {
      lengths.add(8 + random.nextInt(whole.length - 8));
    }
    for (int length : lengths) {
      assertRefused(Arrays.copyOf(whole, length), "is not whole");
    }
    assertRefused(Arrays.copyOf(whole, whole.length + 1), "checksum does not fit");
  }

  @Test
  void everyFlippedBitIsFound() throws IOException {
    fill(new FileDisk(directory.resolve("old")), true);
    byte[] whole = Files.readAllBytes(backup());
    SplittableRandom random = new SplittableRandom(4);
    for (int i = 0; i < 300; i++) {
      byte[] flipped = whole.clone();
      // The beginning and the end, where the numbers are, more often.
      int place =
          switch (i % 3) {
            case 0 -> random.nextInt(Math.min(600, whole.length));
            case 1 -> whole.length - 1 - random.nextInt(2_000);
            default -> random.nextInt(whole.length);
          };
      flipped[place] ^= (byte) (1 << random.nextInt(8));
      assertRefused(flipped, "");
    }
  }

  @Test
  void foreignAndNewerFilesAreRefusedWithWords() throws IOException {
    fill(new FileDisk(directory.resolve("old")), true);
    byte[] newer = Files.readAllBytes(backup());
    ByteBuffer.wrap(newer).putInt(8, 2);
    assertRefused(newer, "has format 2, and this version reads up to 1");
    assertRefused("#!/bin/sh\n".repeat(10).getBytes(StandardCharsets.UTF_8), "is no backup");
    assertRefused(new byte[0], "is no backup");
  }

  @Test
  void aHeaderThatContradictsItsContentIsRefused() throws Exception {
    fill(new FileDisk(directory.resolve("old")), true);
    String text = new String(Files.readAllBytes(backup()), StandardCharsets.ISO_8859_1);
    // A valid checksum over a changed header: somebody has edited it.
    byte[] edited =
        text.replace("term=3\nentries", "term=4\nentries").getBytes(StandardCharsets.ISO_8859_1);
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    digest.update(edited, 0, edited.length - 32);
    System.arraycopy(digest.digest(), 0, edited, edited.length - 32, 32);
    assertRefused(edited, "is damaged");
  }

  @Test
  void anInterruptedRestoreServesNobodyAndIsRepeated() throws IOException {
    fill(new FileDisk(directory.resolve("old")), true);
    Path file = backup();
    SplittableRandom random = new SplittableRandom(5);
    long changes = 0;
    while (true) {
      MemoryDisk crashing = new MemoryDisk();
      crashing.stopAfter(changes);
      boolean crashed = false;
      try {
        restore(file, crashing);
      } catch (IOException e) {
        crashed = true;
      }
      crashing.lose(MemoryDisk.Loss.SUBSET, random);
      crashing.killProcess();
      if (!crashed) {
        break;
      }
      String where = "seed 5, after " + changes + " changes: " + crashing.list();
      if (isWhole(crashing.copy(), where)) {
        assertThat(changes).as("not before the last step").isGreaterThan(20);
      } else {
        RestoredDirectory.Restored made = restore(file, crashing);
        try (DataDirectory opened = open(crashing)) {
          assertThat(opened.identity().member()).as(where).isEqualTo(made.member());
          assertThat(all(opened)).as(where).hasSize(31);
        }
      }
      changes += 1 + changes / 40;
    }
    assertThat(changes).isGreaterThan(20);
  }

  private static boolean isWhole(MemoryDisk disk, String where) throws IOException {
    try (DataDirectory opened =
        DataDirectory.open(disk, Optional.empty(), new Random(1), SMALL, Runnable::run)) {
      assertThat(all(opened)).as(where).hasSize(31);
      return true;
    } catch (DirectoryRefused e) {
      assertThat(e.reason())
          .as(where)
          .isIn(DirectoryRefused.Reason.UNFINISHED, DirectoryRefused.Reason.NO_GROUP);
      return false;
    }
  }

  @Test
  void onlyAnEmptyDirectoryIsFilled() throws IOException {
    fill(new FileDisk(directory.resolve("old")), true);
    Path file = backup();
    MemoryDisk used = new MemoryDisk();
    DataDirectory.open(used, Optional.of("new"), new Random(1), SMALL, Runnable::run).close();
    List<String> before = used.list();
    assertThatThrownBy(() -> restore(file, used)).hasMessageContaining("is not empty");
    assertThat(used.list()).isEqualTo(before);

    Path foreign = Files.createDirectory(directory.resolve("foreign"));
    Files.writeString(foreign.resolve("log-notes"), "mine");
    assertThatThrownBy(() -> restore(file, new FileDisk(foreign)))
        .hasMessageContaining("holds 'log-notes'");
    assertThat(foreign.toFile().list()).containsExactly("log-notes");
  }

  @Test
  void aBackupNeverReplacesAFile() throws IOException {
    fill(new FileDisk(directory.resolve("old")), true);
    Path file = Files.writeString(directory.resolve("backup"), "mine");
    assertThatThrownBy(() -> OfflineBackup.write(new FileDisk(directory.resolve("old")), file))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(file).hasContent("mine");
    assertThat(directory.resolve("backup.part")).doesNotExist();
  }

  @Test
  void aRunningServerAndAWitnessAreNotBackedUpFromTheirDirectory() throws IOException {
    MemoryDisk disk = new MemoryDisk();
    fill(disk, true);
    Path file = directory.resolve("backup");
    try (DataDirectory running = open(disk)) {
      assertThatThrownBy(() -> OfflineBackup.write(disk, file)).hasMessageContaining("is in use");
      running.identity().markWitness();
    }
    assertThatThrownBy(() -> OfflineBackup.write(disk, file)).hasMessageContaining("a witness");
    assertThatThrownBy(() -> OfflineBackup.write(new MemoryDisk(), file))
        .hasMessageContaining("holds no server");
    assertThat(file).doesNotExist();
  }

  @Test
  void aDamagedDirectoryIsNotBackedUp() throws IOException {
    MemoryDisk disk = new MemoryDisk();
    fill(disk, true);
    disk.flip("log-0000000002", 300, 1);
    Path file = directory.resolve("backup");
    assertThatThrownBy(() -> OfflineBackup.write(disk, file))
        .hasMessageContaining("log-0000000002 is damaged");
    assertThat(file).doesNotExist();
  }

  private void assertRefused(byte[] content, String words) throws IOException {
    Path file = Files.write(directory.resolve("changed"), content);
    assertThatThrownBy(() -> Backup.open(file))
        .isInstanceOf(BackupRefused.class)
        .hasMessageContaining(file + " ")
        .hasMessageContaining(words);
  }

  private Path backup() throws IOException {
    Path file = directory.resolve("backup");
    OfflineBackup.write(new FileDisk(directory.resolve("old")), file);
    return file;
  }

  private static RestoredDirectory.Restored restore(Path file, Disk disk) throws IOException {
    return RestoredDirectory.restore(
        Backup.open(file), disk, "new", Optional.empty(), new Random(), BackupTest::groupOf, SMALL);
  }

  private static GroupId groupOf(Member member) {
    return new GroupId("group-of-" + member.incarnation());
  }

  private static List<Entry> fill(Disk disk, boolean hasSnapshot) throws IOException {
    List<Entry> entries = new ArrayList<>();
    for (int i = 1; i <= 90; i++) {
      entries.add(
          new Entry(
              new LogPosition(i, i < 30 ? 2 : 3),
              10L * i,
              i % 10 == 0 ? NoOp.INSTANCE : new Command("uid-" + i, "put", Bytes.utf8("value"))));
    }
    try (DataDirectory made =
        DataDirectory.open(disk, Optional.of("group"), new Random(1), SMALL, Runnable::run)) {
      made.identity().join(OLD);
      made.votes().save(new TermAndVote(3, Optional.empty()));
      for (int i = 0; i < entries.size(); i += 10) {
        made.log().writer().append(entries.subList(i, i + 10));
        made.log().writer().force();
      }
      if (hasSnapshot) {
        Configuration members = new Configuration(List.of(made.identity().member()));
        SnapshotWriter writer = made.snapshots().begin(SnapshotStore.Kind.TAKING, members);
        writer.write(STATE.getBytes(StandardCharsets.UTF_8));
        assertThat(made.snapshots().complete(writer, new LogPosition(60, 3), 600, members, 4))
            .isPresent();
      }
    }
    return entries;
  }

  private static List<Entry> all(DataDirectory directory) throws IOException {
    List<Entry> all = new ArrayList<>();
    long next = directory.log().recovered().base().index() + 1;
    while (next <= directory.log().lastIndex()) {
      List<Entry> some = directory.log().read(next, 50, 1 << 20);
      all.addAll(some);
      next += some.size();
    }
    return all;
  }

  private static String contentOf(DataDirectory directory) throws IOException {
    try (InputStream in =
        directory.snapshots().open(directory.snapshots().newest().orElseThrow())) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static DataDirectory open(Disk disk) throws IOException {
    return DataDirectory.open(disk, Optional.empty(), new Random(1), SMALL, Runnable::run);
  }
}
