package dev.flotilla.storage.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.storage.DirectoryRefused;
import dev.flotilla.storage.DirectoryRefused.Reason;
import dev.flotilla.storage.disk.Disk;
import dev.flotilla.storage.disk.FileDisk;
import dev.flotilla.storage.disk.MemoryDisk;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryIdentityTest {
  private static final Optional<String> GROUP = Optional.of("the \\ group\n= é");
  private static final GroupId ID = new GroupId("abc");

  @TempDir Path directory;

  private final MemoryDisk disk = new MemoryDisk();

  @Test
  void aNewDirectoryGetsAnIdentityThatItKeeps() throws IOException {
    Member member;
    try (DirectoryIdentity made = open(disk, GROUP)) {
      member = made.member();
      assertThat(member.id().uuid().version()).isEqualTo(4);
      assertThat(member.id().uuid().variant()).isEqualTo(2);
      assertThat(made.groupId()).isEmpty();
      assertThat(made.acceptedFounding()).isEmpty();
    }
    disk.loseUnsynced();
    try (DirectoryIdentity found = open(disk, Optional.empty())) {
      assertThat(found.member()).isEqualTo(member);
      assertThat(found.groupName()).isEqualTo(GROUP.get());
    }
  }

  @Test
  void whateverKeepsItFromBeingMadeTheLockIsGivenUp() throws IOException {
    RandomGenerator broken =
        () -> {
          throw new IllegalStateException("broken");
        };
    assertThatThrownBy(() -> DirectoryIdentity.open(disk, GROUP, broken)).hasMessage("broken");

    open(disk, GROUP).close();
  }

  @Test
  void twoDirectoriesAreNeverOneMember() throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    Member first;
    try (DirectoryIdentity one = DirectoryIdentity.open(disk, GROUP, random)) {
      first = one.member();
    }
    try (DirectoryIdentity two = DirectoryIdentity.open(new MemoryDisk(), GROUP, random)) {
      assertThat(two.member().id()).isNotEqualTo(first.id());
      assertThat(two.member().incarnation()).isNotEqualTo(first.incarnation());
    }
  }

  @Test
  void aFoundingListIsAcceptedOnceAndForEver() throws IOException {
    List<Founder> list;
    try (DirectoryIdentity identity = open(disk, GROUP)) {
      list = founders(identity.member(), 9001);
      assertThat(identity.acceptFounding(list)).isTrue();
      assertThat(identity.acceptFounding(list.subList(0, 2))).isFalse();
    }
    disk.loseUnsynced();
    try (DirectoryIdentity identity = open(disk, GROUP)) {
      assertThat(identity.acceptedFounding()).containsExactlyInAnyOrderElementsOf(list);
      assertThat(identity.acceptFounding(list.subList(0, 2))).isFalse();
      List<Founder> moved = founders(identity.member(), 9002);
      assertThat(identity.acceptFounding(moved)).isTrue();
      assertThat(identity.acceptedFounding()).containsExactlyInAnyOrderElementsOf(moved);
      identity.markFounded(ID);
      identity.markFounded(ID);
    }
    disk.loseUnsynced();
    try (DirectoryIdentity identity = open(disk, GROUP)) {
      assertThat(identity.groupId()).contains(ID);
      assertThatThrownBy(() -> identity.markFounded(new GroupId("other")))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void whoJoinsAGroupKnowsItForEverAndFoundsNone() throws IOException {
    try (DirectoryIdentity identity = open(disk, GROUP)) {
      identity.join(ID);
      identity.join(ID);
    }
    disk.loseUnsynced();
    try (DirectoryIdentity identity = open(disk, Optional.empty())) {
      assertThat(identity.isJoiner()).isTrue();
      assertThat(identity.groupId()).contains(ID);
      assertThat(identity.acceptFounding(founders(identity.member(), 9001))).isFalse();
      assertThatThrownBy(() -> identity.join(new GroupId("other")))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void aFounderDoesNotJoin() throws IOException {
    try (DirectoryIdentity identity = open(disk, GROUP)) {
      identity.acceptFounding(founders(identity.member(), 9001));
      assertThatThrownBy(() -> identity.join(ID)).isInstanceOf(IllegalStateException.class);
      assertThat(identity.isJoiner()).isFalse();
    }
  }

  @Test
  void aDirectoryThatSaysBothFoundedAndJoinedIsDamaged() throws IOException {
    MemoryDisk founder = new MemoryDisk();
    try (DirectoryIdentity identity = open(founder, GROUP)) {
      identity.acceptFounding(founders(identity.member(), 9001));
    }
    try (DirectoryIdentity identity = open(disk, GROUP)) {
      identity.join(ID);
    }
    disk.put("founding.properties", founder.bytes("founding.properties"));

    assertRefused(disk, GROUP, Reason.DAMAGED, "joined", "founding.properties");
  }

  @Test
  void aFoundingListWithoutThisMemberOrWithTwoOfOneIdIsRefused() throws IOException {
    try (DirectoryIdentity identity = open(disk, GROUP)) {
      List<Founder> twice = new ArrayList<>(founders(identity.member(), 1));
      twice.add(founder(identity.member().id().uuid(), new Incarnation(5, 5), 1));
      assertThatThrownBy(() -> identity.acceptFounding(twice))
          .isInstanceOf(IllegalArgumentException.class);
      Member stranger = new Member(identity.member().id(), new Incarnation(5, 5));
      assertThatThrownBy(() -> identity.acceptFounding(founders(stranger, 1)))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> identity.markFounded(ID)).isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void aForeignDirectoryIsRefusedAndNotTouched() throws IOException {
    Files.writeString(directory.resolve("thesis.tex"), "precious");
    assertRefused(
        new FileDisk(directory), GROUP, Reason.FOREIGN, directory.toString(), "thesis.tex", "name");
    assertThat(new FileDisk(directory).list()).containsExactly("thesis.tex");
  }

  @Test
  void theRootOfAFileSystemIsNotForeign() throws IOException {
    Files.createDirectory(directory.resolve("lost+found"));
    open(new FileDisk(directory), GROUP).close();
  }

  @Test
  void anotherGroupsDirectoryIsRefused() throws IOException {
    open(disk, GROUP).close();
    assertRefused(disk, Optional.of("mine"), Reason.OTHER_GROUP, GROUP.get(), "'mine'");
  }

  @Test
  void aNewDirectoryWithoutAGroupIsRefusedAndNotMade() throws IOException {
    FileDisk missing = new FileDisk(directory.resolve("typo"));
    assertRefused(missing, Optional.empty(), Reason.NO_GROUP, "typo", "no server yet");
    assertThat(directory.resolve("typo")).doesNotExist();
  }

  @Test
  void aNewerFormatIsRefusedWhateverItsChecksum() throws IOException {
    open(disk, GROUP).close();
    String text = new String(disk.bytes("identity.properties"), StandardCharsets.UTF_8);
    byte[] newer = text.replace("format=2", "format=3").getBytes(StandardCharsets.UTF_8);
    disk.put("identity.properties", newer);
    assertRefused(
        disk,
        GROUP,
        Reason.NEWER_FORMAT,
        "format 3 by its file 'identity.properties', but its checksum does not fit",
        "up to 2",
        "If none wrote it, it is damaged");
    assertThat(disk.bytes("identity.properties")).isEqualTo(newer);

    CheckedProperties file = new CheckedProperties(disk, "identity.properties");
    file.write(Map.of("format", "3"));
    assertRefused(
        disk,
        GROUP,
        Reason.NEWER_FORMAT,
        "format 3 by its file 'identity.properties', and this version reads up to 2; start the");
  }

  @Test
  void anOlderFormatIsRefused() throws IOException {
    open(disk, GROUP).close();
    CheckedProperties file = new CheckedProperties(disk, "identity.properties");
    Map<String, String> values = new LinkedHashMap<>(file.read());
    values.put("format", "1");
    file.write(values);
    assertRefused(disk, GROUP, Reason.OLDER_FORMAT, "format 1 by its file", "reads 2 only");
  }

  @Test
  void anyChangedByteIsNoticed() throws IOException {
    try (DirectoryIdentity identity = open(disk, GROUP)) {
      identity.acceptFounding(founders(identity.member(), 9001));
    }
    for (String file : List.of("identity.properties", "founding.properties")) {
      for (int offset = 0; offset < disk.bytes(file).length; offset++) {
        MemoryDisk damaged = disk.copy();
        damaged.flip(file, offset, 2);
        assertThatThrownBy(() -> open(damaged, GROUP))
            .as(file + " at " + offset)
            .isInstanceOf(DirectoryRefused.class);
      }
    }
  }

  @Test
  void aFileHasOneChecksumHoweverOftenItIsChanged() throws IOException {
    try (DirectoryIdentity identity = open(disk, GROUP)) {
      identity.markPopulated();
    }
    // As an earlier version left it behind.
    CheckedProperties file = new CheckedProperties(disk, "identity.properties");
    Map<String, String> values = new LinkedHashMap<>(file.read());
    values.put("checksum", "stale");
    file.write(values);
    try (DirectoryIdentity identity = open(disk, GROUP)) {
      identity.acceptFounding(founders(identity.member(), 9001));
    }
    String text = new String(disk.bytes("identity.properties"), StandardCharsets.UTF_8);
    assertThat(text.lines().filter(line -> line.startsWith("checksum="))).hasSize(1);
    assertThat(file.read()).containsKeys("populated", "founding").doesNotContainKey("checksum");
  }

  @Test
  void aDirectoryHasOneServerAtATime() throws IOException {
    try (DirectoryIdentity first = open(new FileDisk(directory), GROUP)) {
      assertRefused(new FileDisk(directory), GROUP, Reason.IN_USE, "in use", "stop that server");
      assertThat(first.groupName()).isEqualTo(GROUP.get());
    }
    open(new FileDisk(directory), GROUP).close();
  }

  @Test
  void aPlaceThatCannotBeADirectoryIsRefused() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "");
    assertRefused(new FileDisk(file), GROUP, Reason.UNUSABLE, "file", "cannot be");
    assertRefused(new FileDisk(file.resolve("below")), GROUP, Reason.UNUSABLE, "cannot be");
  }

  @Test
  void aDiskThatCannotBeWrittenIsRefused() throws IOException {
    disk.fillUpAfter(0);
    assertRefused(disk, GROUP, Reason.UNUSABLE, "cannot be written", "make it writable");
  }

  @Test
  void aCreationCutShortAnywhereIsDoneAnewOrFound() throws IOException {
    for (int changes = 0; changes < 12; changes++) {
      for (MemoryDisk.Loss loss : MemoryDisk.Loss.values()) {
        for (int seed = 0; seed < 4; seed++) {
          MemoryDisk cut = new MemoryDisk();
          cut.stopAfter(changes);
          createAsFarAsPossible(cut);
          cut.lose(loss, new SplittableRandom(seed));
          open(cut, GROUP).close();
        }
      }
    }
  }

  private static void createAsFarAsPossible(Disk disk) {
    try {
      open(disk, GROUP).close();
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("planted");
    }
  }

  private static DirectoryIdentity open(Disk disk, Optional<String> group) throws IOException {
    return DirectoryIdentity.open(disk, group, new SplittableRandom(42));
  }

  private static void assertRefused(
      Disk disk, Optional<String> group, Reason reason, String... words) {
    assertThatThrownBy(() -> open(disk, group))
        .hasMessageContainingAll(words)
        .isInstanceOfSatisfying(
            DirectoryRefused.class, e -> assertThat(e.reason()).isEqualTo(reason));
  }

  private static List<Founder> founders(Member self, int port) {
    return List.of(
        new Founder(self, URI.create("http://127.0.0.1:" + port + "/raft")),
        founder(new UUID(7, 7), new Incarnation(1, 2), port + 100),
        founder(new UUID(3, 3), new Incarnation(3, 4), port + 200));
  }

  private static Founder founder(UUID id, Incarnation incarnation, int port) {
    return new Founder(
        new Member(new NodeId(id), incarnation), URI.create("http://[::1]:" + port + "/raft"));
  }
}
