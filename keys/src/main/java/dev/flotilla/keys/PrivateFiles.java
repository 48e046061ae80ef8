package dev.flotilla.keys;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.flotilla.dpws.tls.FileRights;
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
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Files that are whole or not there, and of which nobody but the owner reads the private ones. */
final class PrivateFiles {
  /** No file of a key directory is as large: 10,000 revocations take half of it. */
  private static final int MAX_BYTES = 1 << 20;

  /** Who may read a file. */
  enum Readers {
    OWNER,
    EVERYBODY;

    private FileAttribute<?>[] rights(Path file) {
      return this == OWNER ? FileRights.ownFile(file) : FileRights.publicFile(file);
    }
  }

  private PrivateFiles() {}

  /** Makes a directory that only its owner can enter; its parent must exist, and it must not. */
  static void createDirectory(Path directory) throws IOException {
    Files.createDirectory(directory, FileRights.ownDirectory(directory));
  }

  /**
   * Writes a file, or replaces it in one step. Durable on return. A file that is to be private is
   * so from its creation on.
   */
  static void write(Path file, String text, Readers readers) throws IOException {
    Path next = file.resolveSibling("." + file.getFileName() + "." + UUID.randomUUID());
    try {
      try (FileChannel channel =
          FileChannel.open(next, Set.of(CREATE_NEW, WRITE), readers.rights(file))) {
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
      Optional<String> objection = FileRights.objectionToKey(file);
      if (objection.isPresent()) {
        throw new KeysException(
            KeysException.Kind.DIRECTORY,
            "%s cannot be used: %s, and renew the key if it was copied"
                .formatted(file, objection.get()));
      }
    } catch (IOException e) {
      throw KeysException.reading(file, e);
    }
  }

  /** Makes the entries of a directory durable, where the system can. */
  static void force(@Nullable Path directory) throws IOException {
    if (directory == null || !FileRights.isPosix(directory)) {
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
}
