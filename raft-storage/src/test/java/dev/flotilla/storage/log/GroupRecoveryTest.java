package dev.flotilla.storage.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raft.model.TermAndVote;
import dev.flotilla.storage.DamagedLog;
import dev.flotilla.storage.DirectoryRefused;
import dev.flotilla.storage.disk.Disk;
import dev.flotilla.storage.disk.MemoryDisk;
import dev.flotilla.storage.disk.MemoryDisk.Loss;
import dev.flotilla.storage.identity.Founder;
import dev.flotilla.storage.log.GroupRecovery.Recovered;
import dev.flotilla.storage.log.GroupRecovery.Survivor;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class GroupRecoveryTest {
  private static final int ENTRIES = 120;
  private static final GroupId OLD = new GroupId("old");
  private static final Instant NOW = Instant.parse("2026-11-25T05:00:30.123Z");
  private static final String LOG = "log-0000000003";
  private static final List<Member> OTHERS = List.of(member(8), member(9));

  private final MemoryDisk disk = new MemoryDisk();

  @Test
  void itTellsWhatTheDirectoryHolds() throws IOException {
    Member self = found();
    try (GroupRecovery recovery = GroupRecovery.open(disk)) {
      Survivor survivor = recovery.survivor();
      assertThat(survivor.member()).isEqualTo(self);
      assertThat(survivor.groupName()).isEqualTo("group");
      assertThat(survivor.group()).isEqualTo(OLD);
      assertThat(survivor.term()).isEqualTo(5);
      assertThat(survivor.last()).isEqualTo(new LogPosition(ENTRIES, 3));
      assertThat(survivor.snapshot()).isEqualTo(new LogPosition(60, 3));
      assertThat(survivor.configuration().voters()).as("as of the snapshot").hasSize(1);
      assertThat(survivor.founders()).hasSize(3);
      assertThat(survivor.committedIndex()).as("by the snapshot").isEqualTo(60);
    }
  }

  @Test
  void theCommitMarkSaysWhatIsCommitted() throws IOException {
    found();
    CommitMark mark = new CommitMark(disk);
    mark.write(90);
    mark.write(100);
    mark.write(95);
    assertThat(committedIndex()).isEqualTo(100);
    disk.flip(CommitMark.NAME, 7, 1);
    assertThat(committedIndex()).as("a torn mark says nothing").isEqualTo(60);
    new CommitMark(disk).write(ENTRIES + 5);
    assertThat(committedIndex()).as("the log lacks committed entries").isEqualTo(ENTRIES + 5);
  }

  private long committedIndex() throws IOException {
    try (GroupRecovery recovery = GroupRecovery.open(disk)) {
      return recovery.survivor().committedIndex();
    }
  }

  @Test
  void theSurvivorIsAloneInAGroupOfAnotherId() throws IOException {
    Member before = found();
    Recovered made = recover(disk);
    disk.loseUnsynced();

    try (DataDirectory opened = open(disk)) {
      Member self = opened.identity().member();
      assertThat(self).isEqualTo(made.member());
      assertThat(self.id()).isEqualTo(before.id());
      assertThat(self.incarnation()).isNotEqualTo(before.incarnation());
      assertThat(opened.identity().groupId()).contains(groupOf(self)).contains(made.group());
      assertThat(opened.identity().groupName()).isEqualTo("group");
      assertThat(opened.identity().acceptedFounding()).isEmpty();
      assertThat(opened.identity().former()).as("it replaces nobody").isEmpty();
    }
  }

  @Test
  void everyEntryIsKeptAndOneConfigurationIsAdded() throws IOException {
    found();
    List<Entry> before;
    try (DataDirectory opened = open(disk)) {
      before = Logs.all(opened.log());
    }
    Recovered made = recover(disk);

    try (DataDirectory opened = open(disk)) {
      List<Entry> after = Logs.all(opened.log());
      assertThat(after.subList(0, before.size())).isEqualTo(before);
      assertThat(after).hasSize(before.size() + 1);
      Entry last = after.get(after.size() - 1);
      assertThat(last.payload()).isEqualTo(new Configuration(List.of(made.member())));
      assertThat(last.position()).as("a term that nobody led").isEqualTo(at(ENTRIES + 1, 6));
      assertThat(opened.votes().current()).isEqualTo(new TermAndVote(6, Optional.empty()));
      assertThat(opened.snapshots().newest().orElseThrow().last()).isEqualTo(at(60, 3));
    }
  }

  @Test
  void aCopyOfTheOldFilesIsKept() throws IOException {
    Member before = found();
    Map<String, String> files = contents(disk, "");
    files.remove("lock");
    Recovered made = recover(disk);

    assertThat(made.folder()).startsWith("before-recovery-20261125T050030Z-");
    Map<String, String> kept = contents(disk, made.folder() + "/");
    assertThat(kept).isEqualTo(files);
    MemoryDisk old = new MemoryDisk();
    for (Map.Entry<String, String> file : kept.entrySet()) {
      write(old, file.getKey(), file.getValue());
    }
    try (DataDirectory opened = open(old)) {
      assertThat(opened.identity().member()).isEqualTo(before);
      assertThat(opened.log().lastIndex()).isEqualTo(ENTRIES);
    }
  }

  @Test
  void aMemberThatJoinedIsRecoveredToo() throws IOException {
    try (DataDirectory made = open(disk)) {
      made.identity().join(OLD);
      made.votes().save(new TermAndVote(3, Optional.empty()));
      Logs.write(made.log(), Logs.entries(1, 5, 3));
    }
    recover(disk);
    recover(disk);
    try (DataDirectory opened = open(disk)) {
      assertThat(opened.log().lastIndex()).as("5 entries, 2 configurations").isEqualTo(7);
    }
  }

  @Tag("slow")
  @Test
  void aCrashAtAnyPointLeavesTheOldDirectoryOrTheNewOne() throws IOException {
    Member before = found();
    SplittableRandom random = new SplittableRandom(7);
    List<Consumer<MemoryDisk>> ends =
        List.of(
            MemoryDisk::killProcess,
            MemoryDisk::loseUnsynced,
            it -> it.lose(Loss.SUFFIX, random),
            it -> it.lose(Loss.SUBSET, random));
    for (Consumer<MemoryDisk> end : ends) {
      long changes = 0;
      boolean wasOld = false;
      while (true) {
        MemoryDisk crashing = disk.copy();
        boolean crashed = crashes(crashing, changes, end);
        // The start that follows may crash as well.
        crashing.stopAfter(random.nextInt(12));
        tryToStart(crashing);
        end.accept(crashing);
        crashing.killProcess();
        String where = "seed 7, after " + changes + " changes";
        boolean isRecovered = isRecovered(crashing.copy(), before, where);
        wasOld |= !isRecovered;
        if (!crashed) {
          assertThat(isRecovered).as(where).isTrue();
          break;
        }
        changes++;
      }
      assertThat(wasOld).isTrue();
      assertThat(changes).as("steps that change the disk").isGreaterThan(30);
    }
  }

  private static boolean crashes(MemoryDisk crashing, long changes, Consumer<MemoryDisk> end) {
    crashing.stopAfter(changes);
    boolean crashed = false;
    try {
      recover(crashing);
    } catch (IOException e) {
      crashed = true;
    }
    end.accept(crashing);
    crashing.killProcess();
    return crashed;
  }

  private static void tryToStart(MemoryDisk crashing) {
    try {
      open(crashing).close();
    } catch (IOException e) {
      // It was stopped again.
    }
  }

  /** Whether it is the new one, whole; if not, it is the old one, whole. */
  private static boolean isRecovered(MemoryDisk disk, Member before, String where)
      throws IOException {
    try (DataDirectory opened = open(disk)) {
      Member self = opened.identity().member();
      List<Entry> entries = Logs.all(opened.log());
      assertThat(entries).as(where).hasSizeGreaterThanOrEqualTo(ENTRIES);
      if (self.equals(before)) {
        assertThat(entries).as(where).hasSize(ENTRIES);
        assertThat(opened.identity().groupId()).as(where).contains(OLD);
        assertThat(opened.identity().acceptedFounding()).as(where).hasSize(3);
        assertThat(opened.votes().current().term()).as(where).isEqualTo(5);
        return false;
      }
      assertThat(entries).as(where).hasSize(ENTRIES + 1);
      assertThat(entries.get(ENTRIES).payload())
          .as(where)
          .isEqualTo(new Configuration(List.of(self)));
      assertThat(opened.identity().groupId()).as(where).contains(groupOf(self));
      assertThat(opened.identity().recovering()).as(where).isEmpty();
      assertThat(opened.votes().current().term()).as(where).isGreaterThan(5);
      return true;
    }
  }

  @Test
  void aFullDiskLeavesTheOldDirectory() throws IOException {
    Member before = found();
    for (long bytes : List.of(0L, 1L, 5_000L, 12_000L)) {
      MemoryDisk full = disk.copy();
      full.fillUpAfter(bytes);
      assertThatThrownBy(() -> recover(full)).hasMessageContaining("no space");
      full.fillUpAfter(Long.MAX_VALUE);
      full.killProcess();
      try (DataDirectory opened = open(full)) {
        assertThat(opened.identity().member()).isEqualTo(before);
      }
      assertThat(recover(full).member()).isNotEqualTo(before);
    }
  }

  @Test
  void aDamagedDirectoryIsRefusedAndLeftAsItIs() throws IOException {
    found();
    for (String file : List.of(LOG, "vote", "identity.properties", "founding.properties")) {
      MemoryDisk damaged = disk.copy();
      if (file.equals("vote")) {
        damaged.delete(file);
      } else {
        damaged.flip(file, file.equals(LOG) ? 300 : 100, 1);
      }
      Map<String, String> before = contents(damaged, "");
      assertThatThrownBy(() -> GroupRecovery.open(damaged))
          .as(file)
          .isInstanceOfAny(DamagedLog.class, DirectoryRefused.class)
          .hasMessageContaining(file);
      assertThat(contents(damaged, "")).as(file).isEqualTo(before);
    }
  }

  @Test
  void aWitnessIsRefused() throws IOException {
    found();
    try (DataDirectory opened = open(disk)) {
      opened.identity().markWitness();
    }
    assertThatThrownBy(() -> GroupRecovery.open(disk)).hasMessageContaining("a witness");
  }

  @Test
  void aRunningServerKeepsItsDirectory() throws IOException {
    found();
    try (DataDirectory running = open(disk)) {
      assertThatThrownBy(() -> GroupRecovery.open(disk))
          .isInstanceOfSatisfying(
              DirectoryRefused.class,
              e -> assertThat(e.reason()).isEqualTo(DirectoryRefused.Reason.IN_USE));
      assertThat(running.identity().groupId()).contains(OLD);
    }
  }

  @Test
  void whatHasNoStateIsRefused() throws IOException {
    assertThatThrownBy(() -> GroupRecovery.open(disk)).hasMessageContaining("holds no server");
    open(disk).close();
    assertThatThrownBy(() -> GroupRecovery.open(disk)).hasMessageContaining("is not founded");
    try (DataDirectory opened = open(disk)) {
      opened.identity().join(OLD);
    }
    assertThatThrownBy(() -> GroupRecovery.open(disk)).hasMessageContaining("no entry");
  }

  private static Recovered recover(Disk disk) throws IOException {
    try (GroupRecovery recovery = GroupRecovery.open(disk)) {
      return recovery.perform(NOW, new Random(), GroupRecoveryTest::groupOf, Logs.SMALL);
    }
  }

  private static GroupId groupOf(Member member) {
    return new GroupId("group-of-" + member.incarnation());
  }

  private Member found() throws IOException {
    try (DataDirectory made = open(disk)) {
      Member self = made.identity().member();
      made.identity().acceptFounding(founders(self));
      made.identity().markFounded(OLD);
      made.votes().save(new TermAndVote(3, Optional.of(self)));
      for (int i = 1; i <= ENTRIES; i += 20) {
        Logs.write(made.log(), Logs.entries(i, i + 19, 3));
      }
      Logs.snapshot(made.snapshots(), at(60, 3), "state");
      made.votes().save(new TermAndVote(5, Optional.empty()));
      return self;
    }
  }

  private static List<Founder> founders(Member self) {
    URI address = URI.create("http://127.0.0.1:9000/RAFT_Service");
    return List.of(
        new Founder(self, address),
        new Founder(OTHERS.get(0), address),
        new Founder(OTHERS.get(1), address));
  }

  private static Member member(long number) {
    return new Member(new NodeId(new UUID(0, number)), new Incarnation(0, number));
  }

  private static LogPosition at(long index, long term) {
    return new LogPosition(index, term);
  }

  private static DataDirectory open(Disk disk) throws IOException {
    return DataDirectory.open(disk, Optional.of("group"), new Random(1), Logs.SMALL, Runnable::run);
  }

  private static void write(MemoryDisk disk, String name, String content) throws IOException {
    try (var file = disk.create(name)) {
      file.write(ByteBuffer.wrap(content.getBytes(StandardCharsets.ISO_8859_1)), 0);
      file.force();
    }
    disk.sync();
  }

  /** Every file whose name begins so, by the rest of it. */
  private static Map<String, String> contents(MemoryDisk disk, String prefix) {
    Map<String, String> contents = new TreeMap<>();
    disk.names().stream()
        .filter(name -> name.startsWith(prefix))
        .forEach(
            name ->
                contents.put(
                    name.substring(prefix.length()),
                    new String(disk.bytes(name), StandardCharsets.ISO_8859_1)));
    return contents;
  }
}
