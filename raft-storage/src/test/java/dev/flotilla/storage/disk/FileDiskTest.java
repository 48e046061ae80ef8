package dev.flotilla.storage.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileDiskTest {
  @TempDir Path directory;

  @Test
  void whatIsWrittenAtAPlaceIsReadThere() throws IOException {
    Disk disk = new FileDisk(directory);
    try (DiskFile file = disk.create("a")) {
      file.write(ascii("hello"), 3);
      file.force();
      assertThat(file.size()).isEqualTo(8);
      assertThat(read(file, 5, 20)).isEqualTo("llo");
      assertThat(read(file, 100, 20)).isEmpty();
    }
    try (DiskFile file = disk.open("a")) {
      assertThat(read(file, 3, 4)).isEqualTo("hell");
    }
  }

  @Test
  @SuppressWarnings("try") // The lock and the file are held, not used.
  void onlyTheOwnerCanUseWhatIsMade() throws IOException {
    assumePosix();
    Path data = directory.resolve("parent/data");
    Disk disk = new FileDisk(data);
    try (Closeable lock = disk.lock("lock");
        DiskFile file = disk.create("log")) {
      disk.create("old").close();
      disk.moveInto("old", "aside", "old");
    }

    assertThat(permissions(data.getParent())).isEqualTo("rwx------");
    assertThat(permissions(data)).isEqualTo("rwx------");
    assertThat(permissions(data.resolve("lock"))).isEqualTo("rw-------");
    assertThat(permissions(data.resolve("log"))).isEqualTo("rw-------");
    assertThat(permissions(data.resolve("aside"))).isEqualTo("rwx------");
  }

  @Test
  void whatOthersCouldReadIsTakenFromThem() throws IOException {
    assumePosix();
    Path outside = Files.createFile(directory.resolve("outside"));
    Path data = Files.createDirectory(directory.resolve("data"));
    Path inner = Files.createDirectories(data.resolve("machine/inner"));
    Path file = Files.createFile(inner.resolve("file"));
    Files.createSymbolicLink(data.resolve("link"), outside);
    for (Path each : List.of(outside, data, inner, file)) {
      Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    new FileDisk(data).lock("lock").close();

    assertThat(permissions(data)).isEqualTo("rwx------");
    assertThat(permissions(inner)).isEqualTo("rwx------");
    assertThat(permissions(file)).isEqualTo("rwx------");
    assertThat(permissions(outside)).isEqualTo("rwxr-xr-x");
  }

  private void assumePosix() {
    assumeThat(directory.getFileSystem().supportedFileAttributeViews()).contains("posix");
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  void namesAreMadeReplacedAndDeleted() throws IOException {
    Disk disk = new FileDisk(directory);
    disk.create("b").close();
    try (DiskFile file = disk.create("a")) {
      file.write(ascii("new"), 0);
    }
    assertThatThrownBy(() -> disk.create("a")).isInstanceOf(FileAlreadyExistsException.class);
    disk.replace("a", "b");
    disk.sync();
    assertThat(disk.list()).containsExactly("b");
    assertThat(Files.readString(directory.resolve("b"))).isEqualTo("new");
    disk.delete("b");
    disk.delete("b");
    assertThat(disk.list()).isEmpty();
    assertThatThrownBy(() -> disk.open("b")).isInstanceOf(NoSuchFileException.class);
  }

  @Tag("slow")
  @Test
  void whatFailsNamesTheFileAndTheOffset() throws IOException {
    assumeThat(Path.of("/dev/full")).exists();
    try (DiskFile file = new FileDisk(Path.of("/dev")).open("full")) {
      assertThatThrownBy(() -> file.write(ascii("hello"), 7))
          .isInstanceOf(FileSystemException.class)
          .hasMessageStartingWith("/dev/full: writing at 7: ");
    }
  }

  @Test
  void aFileThatIsClosedSaysNoMoreThanThat() throws IOException {
    DiskFile file = new FileDisk(directory).create("a");
    file.close();
    assertThatThrownBy(() -> file.write(ascii("hello"), 7))
        .isInstanceOf(ClosedChannelException.class);
  }

  @Test
  void theDeviceSaysHowMuchItTakes() {
    assertThat(new FileDisk(directory).usableBytes()).isPositive().isLessThan(Long.MAX_VALUE);
  }

  @Test
  void aDeviceThatCannotBeAskedMayTakeAnything() {
    assertThat(new FileDisk(directory.resolve("gone")).usableBytes()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void aMissingDirectoryIsEmptyUntilItIsLocked() throws IOException {
    Disk disk = new FileDisk(directory.resolve("x").resolve("y"));
    assertThat(disk.list()).isEmpty();
    disk.lock("lock").close();
    assertThat(disk.list()).containsExactly("lock");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", "../a", "a/b", "/a", "a b", ".hidden"})
  void aNameThatLeavesTheDirectoryIsRefused(String name) {
    assertThatThrownBy(() -> new FileDisk(directory).create(name))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", "../a", "a/..", "a/b", "/a"})
  void nothingIsMovedOutOfTheDirectoryOrIntoIt(String name) {
    Disk disk = new FileDisk(directory);
    assertThatThrownBy(() -> disk.moveInto(name, "folder", "a"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> disk.moveInto("a", "folder", name))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aSecondLockIsRefusedInThisProcessAndInAnother() throws IOException, InterruptedException {
    Disk disk = new FileDisk(directory);
    Closeable lock = disk.lock("lock");
    assertThatThrownBy(() -> disk.lock("lock")).isInstanceOf(DiskInUse.class);
    assertThatThrownBy(() -> new FileDisk(directory.resolve("..").resolve(leaf())).lock("lock"))
        .isInstanceOf(DiskInUse.class);
    // A refused attempt must not have given the lock of this process away.
    assertThat(lockInAnotherProcess()).isEqualTo(LockAttempt.IN_USE);
    lock.close();
    lock.close();
    assertThat(lockInAnotherProcess()).isEqualTo(LockAttempt.TAKEN);
    disk.lock("lock").close();
  }

  private Path leaf() {
    return directory.getFileName();
  }

  private int lockInAnotherProcess() throws IOException, InterruptedException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> command =
        List.of(
            java,
            "-cp",
            System.getProperty("java.class.path"),
            LockAttempt.class.getName(),
            directory.toString());
    return new ProcessBuilder(command).inheritIO().start().waitFor();
  }

  private static ByteBuffer ascii(String text) {
    return StandardCharsets.US_ASCII.encode(text);
  }

  private static String read(DiskFile file, long offset, int length) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(length);
    int count = file.read(buffer, offset);
    assertThat(count).isEqualTo(buffer.position());
    return StandardCharsets.US_ASCII.decode(buffer.flip()).toString();
  }
}
