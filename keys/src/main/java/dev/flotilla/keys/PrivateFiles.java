package dev.flotilla.keys;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Files that are whole or not there, and of which nobody but the owner reads the private ones. */
final class PrivateFiles {
  /** No file of a key directory is as large: 10,000 revocations take half of it. */
  private static final int MAX_BYTES = 1 << 20;

  private static final Set<PosixFilePermission> OF_OTHERS =
      EnumSet.complementOf(
          EnumSet.of(
              PosixFilePermission.OWNER_READ,
              PosixFilePermission.OWNER_WRITE,
              PosixFilePermission.OWNER_EXECUTE));

  /** Who may read a file. */
  enum Readers {
    OWNER("rw-------"),
    EVERYBODY("rw-r--r--");

    private final String permissions;

    Readers(String permissions) {
      this.permissions = permissions;
    }
  }

  private PrivateFiles() {}

  /** Makes a directory that only its owner can enter; its parent must exist, and it must not. */
  static void createDirectory(Path directory) throws IOException {
    Files.createDirectory(directory, permissions(directory, "rwx------"));
  }

  /**
   * Writes a file, or replaces it in one step. Durable on return. A file that is to be private is
   * so from its creation on.
   */
  static void write(Path file, String text, Readers readers) throws IOException {
    Path next = file.resolveSibling("." + file.getFileName() + "." + UUID.randomUUID());
    try {
      try (FileChannel channel =
          FileChannel.open(
              next, Set.of(CREATE_NEW, WRITE), permissions(file, readers.permissions))) {
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(UTF_8));
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        channel.force(true);
      }
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(next);
    }
    force(file.toAbsolutePath().getParent());
  }

  /** The text of a file of at most 1 MiB. */
  static String read(Path file) throws KeysException {
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw KeysException.damaged(file, "is larger than " + MAX_BYTES + " bytes");
      }
      return new String(Files.readAllBytes(file), UTF_8);
    } catch (IOException e) {
      throw KeysException.reading(file, e);
    }
  }

  /**
   * Refuses a file that others than its owner can read, where the file system knows permissions of
   * POSIX.
   */
  static void requirePrivate(Path file) throws KeysException {
    try {
      if (isPosix(file) && !isPrivate(file)) {
        throw new KeysException(
            KeysException.Kind.DIRECTORY,
            "%s can be read by others; run 'chmod 600 %s', and renew the key if it was copied"
                .formatted(file, file));
      }
    } catch (IOException e) {
      throw KeysException.reading(file, e);
    }
  }

  /** Makes the entries of a directory durable, where the system can. */
  static void force(@Nullable Path directory) throws IOException {
    if (directory == null || !isPosix(directory)) {
      return;
    }
    try (FileChannel channel = FileChannel.open(directory, READ)) {
      channel.force(true);
    }
  }

  /** Deletes a directory with everything in it; follows no links. */
  static void deleteTree(Path root) throws IOException {
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure)
              throws IOException {
            if (failure != null) {
              throw failure;
            }
            Files.delete(folder);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private static boolean isPrivate(Path file) throws IOException {
    Set<PosixFilePermission> granted = Files.getPosixFilePermissions(file);
    return granted.stream().noneMatch(OF_OTHERS::contains);
  }

  private static FileAttribute<?>[] permissions(Path near, String text) {
    return isPosix(near)
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text))
        }
        : new FileAttribute<?>[0];
  }

  private static boolean isPosix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }
}
