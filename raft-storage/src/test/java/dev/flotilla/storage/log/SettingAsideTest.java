package dev.flotilla.storage.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.TermAndVote;
import dev.flotilla.storage.DamagedLog;
import dev.flotilla.storage.DirectoryRefused;
import dev.flotilla.storage.disk.Disk;
import dev.flotilla.storage.disk.FileDisk;
import dev.flotilla.storage.disk.MemoryDisk;
import dev.flotilla.storage.disk.MemoryDisk.Loss;
import dev.flotilla.storage.identity.DirectoryIdentity;
import dev.flotilla.storage.identity.Founder;
import dev.flotilla.storage.identity.SettingAside;
import dev.flotilla.testing.Sample;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettingAsideTest {
  private static final int ENTRIES = 120;
  private static final GroupId ID = new GroupId("abc");
  private static final Instant NOW = Instant.parse("2026-11-22T00:45:30.123Z");
  private static final String LOG = "log-0000000003";
  private static final String SNAPSHOT = "snapshot-0000000000000000060";
  private static final String FOLDER = "damaged-20261122T004530Z-";

  /** What people and their file systems leave in directories. */
  private static final List<String> FOREIGN =
      List.of(".DS_Store", ".nfs0000000000000001", LOG + "~", "my notes");

  @TempDir Path directory;

  private final MemoryDisk disk = new MemoryDisk();

  @Test
  void aDamagedMemberOfAGroupBeginsAnewAsAnotherIncarnation() throws IOException {
    Member before = found();
    disk.flip(LOG, 300, 1);

    try (DataDirectory anew = openOrBeginAnew(disk)) {
      DirectoryIdentity identity = anew.identity();
      assertThat(identity.member().id()).isEqualTo(before.id());
      assertThat(identity.member().incarnation()).isNotEqualTo(before.incarnation());
      assertThat(identity.former()).containsExactly(before.incarnation());
      assertThat(identity.groupId()).contains(ID);
      assertThat(identity.groupName()).isEqualTo("group");
      assertThat(identity.isJoiner()).as("it founds nothing").isTrue();
      assertThat(identity.acceptFounding(founders(identity.member()))).isFalse();
      assertThat(identity.damage().orElseThrow())
          .contains(LOG + " is damaged at offset", "entry", "kept in memory/" + FOLDER + LOG);
      assertThat(anew.votes().current()).isEqualTo(TermAndVote.INITIAL);
      assertThat(anew.log().lastIndex()).isZero();
      assertThat(anew.snapshots().newest()).isEmpty();
    }
    disk.loseUnsynced();
    try (DataDirectory again = open(disk)) {
      assertThat(again.identity().former()).containsExactly(before.incarnation());
    }
  }

  @Test
  void aMemberThatLostWhatItConfirmedBeginsAnew() throws IOException {
    Member before = found();
    try (DataDirectory directory = open(disk)) {
      directory.noteLostEntries(121, "the log ends before entry 125");
    }
    disk.loseUnsynced();

    assertThatThrownBy(() -> open(disk))
        .isInstanceOf(DamagedLog.class)
        .hasMessageContaining("entry 121: the log ends before entry 125");
    try (DataDirectory anew = openOrBeginAnew(disk)) {
      assertThat(anew.identity().former()).containsExactly(before.incarnation());
      assertThat(anew.log().lastIndex()).isZero();
    }
    open(disk).close();
  }

  @Test
  void whatWasDamagedIsKeptAsItWas() throws IOException {
    found();
    disk.flip(LOG, 300, 1);
    Map<String, String> before = contents(disk, "");
    openOrBeginAnew(disk).close();

    before.keySet().removeAll(List.of("lock"));
    assertThat(contents(disk, FOLDER + LOG + "/")).isEqualTo(before);
  }

  @Test
  void subdirectoriesGoAlongAndAddressesStay() throws IOException {
    Disk files = new FileDisk(directory);
    found(files);
    Files.createDirectories(directory.resolve("machine").resolve("deep"));
    Files.writeString(directory.resolve("machine").resolve("state"), "state");
    Files.writeString(directory.resolve("addresses"), "address");
    Files.createDirectory(directory.resolve("lost+found"));
    for (String foreign : FOREIGN) {
      Files.writeString(directory.resolve(foreign), foreign);
    }
    Files.delete(directory.resolve("vote"));
    openOrBeginAnew(files).close();

    Path kept = directory.resolve(FOLDER + "vote");
    assertThat(kept.resolve("machine").resolve("state")).hasContent("state");
    assertThat(kept.resolve("machine").resolve("deep")).isDirectory();
    assertThat(kept.resolve("identity.properties")).isNotEmptyFile();
    assertThat(directory.resolve("machine")).doesNotExist();
    assertThat(directory.resolve("addresses")).hasContent("address");
    assertThat(directory.resolve("lost+found")).isDirectory();
    for (String foreign : FOREIGN) {
      assertThat(kept.resolve(foreign)).hasContent(foreign);
      assertThat(directory.resolve(foreign)).doesNotExist();
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {LOG, SNAPSHOT, "vote"})
  void aCrashAtAnyPointLeavesTheDamagedDirectoryOrTheNewOne(String damaged) throws IOException {
    Member before = found();
    spoil(damaged);
    Map<String, String> files = contents(disk, "");
    files.remove("lock");
    SplittableRandom random = new SplittableRandom(1);
    List<Consumer<MemoryDisk>> ends =
        List.of(
            MemoryDisk::killProcess,
            MemoryDisk::loseUnsynced,
            it -> it.lose(Loss.SUFFIX, random),
            it -> it.lose(Loss.SUBSET, random));
    for (Consumer<MemoryDisk> first : ends) {
      Consumer<MemoryDisk> second = ends.get(random.nextInt(ends.size()));
      long changes = 0;
      while (crashes(before, files, changes, first, second, random, "seed 1")) {
        changes++;
      }
      assertThat(changes).isGreaterThan(20);
    }
  }

  @Test
  void anIdentityThatWasOnlyWrittenIsForcedBeforeAnythingIsMoved() throws IOException {
    Member before = found();
    spoil(SNAPSHOT);
    Map<String, String> files = contents(disk, "");
    files.remove("lock");
    for (int seed = 1; seed <= Sample.of(40, 8); seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      for (long changes = 14; changes < 20; changes++) {
        boolean isCrash =
            crashes(
                before,
                files,
                changes,
                MemoryDisk::killProcess,
                it -> it.lose(Loss.SUBSET, random),
                random,
                "seed " + seed);
        assertThat(isCrash).as("the start goes on after %s changes", changes).isTrue();
      }
    }
  }

  /**
   * Crashes after so many changes, and then at some point of what follows; false if so many were
   * enough.
   */
  private boolean crashes(
      Member before,
      Map<String, String> files,
      long changes,
      Consumer<MemoryDisk> first,
      Consumer<MemoryDisk> second,
      SplittableRandom random,
      String seed)
      throws IOException {
    MemoryDisk crashing = disk.copy();
    String where = seed + ", after " + changes + " changes";
    boolean crashed = crashes(crashing, changes, first, before, where);
    if (crashes(crashing, random.nextInt(20), second, before, where)) {
      where += " and again";
    }
    try (DataDirectory anew = openOrBeginAnew(crashing)) {
      assertThat(anew.identity().member().id()).as(where).isEqualTo(before.id());
      assertThat(anew.identity().former()).as(where).containsExactly(before.incarnation());
      assertThat(anew.log().lastIndex()).as(where).isZero();
    }
    List<String> kept = crashing.list().stream().filter(it -> it.startsWith("damaged-")).toList();
    assertThat(kept).as(where).hasSize(1);
    assertThat(contents(crashing, kept.get(0) + "/")).as(where).isEqualTo(files);
    return crashed;
  }

  /** Whether so many changes were not enough; whatever is left then, it does not vote as before. */
  private static boolean crashes(
      MemoryDisk crashing, long changes, Consumer<MemoryDisk> end, Member before, String where)
      throws IOException {
    crashing.stopAfter(changes);
    boolean crashed = false;
    try {
      openOrBeginAnew(crashing).close();
    } catch (IOException e) {
      crashed = true;
    }
    end.accept(crashing);
    crashing.killProcess();
    try (DataDirectory opened = open(crashing.copy())) {
      assertThat(opened.identity().member())
          .as("%s: %s", where, crashing.list())
          .isNotEqualTo(before);
    } catch (DamagedLog e) {
      assertThat(crashed).as(where).isTrue();
    }
    return crashed;
  }

  @Test
  void ofAGroupThatMayNotExistNothingIsSetAside() throws IOException {
    try (DataDirectory made = open(disk)) {
      made.identity().acceptFounding(founders(made.identity().member()));
    }
    disk.delete("vote");
    Map<String, String> before = contents(disk, "");

    assertThatThrownBy(() -> openOrBeginAnew(disk)).isInstanceOf(DamagedLog.class);
    assertThat(contents(disk, "")).isEqualTo(before);
  }

  @Test
  void whatWasSetAsideBeforeIsNotPushedOut() throws IOException {
    Member first = found();
    disk.flip(LOG, 300, 1);
    Member second;
    try (DataDirectory anew = openOrBeginAnew(disk)) {
      second = anew.identity().member();
    }
    disk.delete("vote");
    Map<String, String> before = contents(disk, "");
    assertThatThrownBy(() -> openOrBeginAnew(disk))
        .isInstanceOfSatisfying(
            DirectoryRefused.class,
            e -> assertThat(e.reason()).isEqualTo(DirectoryRefused.Reason.DAMAGED))
        .hasMessageContainingAll("vote is damaged", "missing", FOLDER + LOG, "start the server");
    assertThat(contents(disk, "")).isEqualTo(before);

    before.keySet().stream().filter(it -> it.startsWith(FOLDER)).forEach(this::delete);
    try (DataDirectory anew = openOrBeginAnew(disk)) {
      assertThat(anew.identity().former())
          .as("whom the group may still know")
          .containsExactly(first.incarnation(), second.incarnation());
    }
  }

  @Test
  void whoHasTakenItsPlaceReplacesNobodyAnyMore() throws IOException {
    found();
    disk.flip(LOG, 300, 1);
    try (DataDirectory anew = openOrBeginAnew(disk)) {
      anew.identity().tookItsPlace();
    }
    disk.loseUnsynced();
    try (DataDirectory again = open(disk)) {
      assertThat(again.identity().former()).isEmpty();
      assertThat(again.identity().damage()).isEmpty();
      assertThat(again.identity().isJoiner()).isTrue();
      assertThat(again.identity().groupId()).contains(ID);
    }
  }

  @Test
  void aDiskThatComesBackAnewTooOftenIsGivenUp() throws IOException {
    found();
    for (int i = 0; i < SettingAside.MAX_FORMER; i++) {
      disk.delete("vote");
      openOrBeginAnew(disk).close();
      disk.list().stream()
          .filter(it -> it.startsWith("damaged-"))
          .flatMap(
              folder -> contents(disk, folder + "/").keySet().stream().map(n -> folder + "/" + n))
          .forEach(this::delete);
    }
    disk.delete("vote");
    assertThatThrownBy(() -> openOrBeginAnew(disk)).hasMessageContaining("Do not use this disk");
  }

  @Test
  void aDiskWithoutRoomKeepsTheDamagedDirectoryUntilThereIsSome() throws IOException {
    Member before = found();
    disk.flip(LOG, 300, 1);
    for (long bytes : List.of(0L, 1L, 600L, 700L, 1200L)) {
      MemoryDisk full = disk.copy();
      full.fillUpAfter(bytes);
      assertThatThrownBy(() -> openOrBeginAnew(full)).hasMessageContaining("no space");
      full.fillUpAfter(Long.MAX_VALUE);
      full.killProcess();
      try (DataDirectory anew = openOrBeginAnew(full)) {
        assertThat(anew.identity().former()).containsExactly(before.incarnation());
      }
    }
  }

  @Test
  void whatIsNoDamageIsRefusedAsEver() throws IOException {
    found();
    assertThatThrownBy(() -> openOrBeginAnew(disk, Optional.of("other")))
        .hasMessageContaining("belongs to a server of the group 'group'");
    MemoryDisk used = disk.copy();
    used.flip(LOG, 300, 1);
    used.lock("lock");
    assertThatThrownBy(() -> openOrBeginAnew(used)).hasMessageContaining("is in use");
    MemoryDisk nameless = disk.copy();
    nameless.flip("identity.properties", 60, 1);
    nameless.flip(LOG, 300, 1);
    assertThatThrownBy(() -> openOrBeginAnew(nameless))
        .as("nobody can tell who it was")
        .isInstanceOf(DirectoryRefused.class)
        .hasMessageContaining("identity.properties");
    for (MemoryDisk each : List.of(disk, used, nameless)) {
      assertThat(each.list()).noneMatch(it -> it.startsWith("damaged-"));
    }
  }

  @Test
  void aSoundDirectoryStaysAsItIs() throws IOException {
    Member before = found();
    try (DataDirectory opened = openOrBeginAnew(disk)) {
      assertThat(opened.identity().member()).isEqualTo(before);
      assertThat(Logs.all(opened.log())).hasSize(ENTRIES);
    }
  }

  private void spoil(String name) {
    if (name.equals("vote")) {
      delete(name);
    } else {
      disk.flip(name, name.equals(LOG) ? 300 : disk.bytes(name).length - 1, 1);
    }
  }

  private void delete(String name) {
    try {
      disk.delete(name);
      disk.sync();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private Member found() throws IOException {
    return found(disk);
  }

  /** The log is whole; so without the snapshot the directory would be sound. */
  private static Member found(Disk disk) throws IOException {
    try (DataDirectory made = open(disk)) {
      Member self = made.identity().member();
      made.identity().acceptFounding(founders(self));
      made.identity().markFounded(ID);
      made.votes().save(new TermAndVote(3, Optional.of(self)));
      for (int i = 1; i <= ENTRIES; i += 20) {
        Logs.write(made.log(), Logs.entries(i, i + 19, 3));
      }
      Logs.snapshot(made.snapshots(), new LogPosition(60, 3), "state");
      return self;
    }
  }

  private static List<Founder> founders(Member self) {
    return List.of(new Founder(self, URI.create("http://127.0.0.1:9000/RAFT_Service")));
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

  private static DataDirectory open(Disk disk) throws IOException {
    return DataDirectory.open(disk, Optional.of("group"), new Random(1), Logs.SMALL, Runnable::run);
  }

  static DataDirectory openOrBeginAnew(Disk disk) throws IOException {
    return openOrBeginAnew(disk, Optional.empty());
  }

  private static DataDirectory openOrBeginAnew(Disk disk, Optional<String> group)
      throws IOException {
    return DataDirectory.openOrBeginAnew(
        disk, group, Optional.empty(), new Random(), Logs.SMALL, Runnable::run, NOW);
  }
}
