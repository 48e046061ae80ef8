package dev.flotilla.keys;

import dev.flotilla.dpws.tls.FileRights;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;

/**
 * A new directory that appears under its name when it is complete, in one step. If the process is
 * killed before, a hidden directory {@code .NAME.partial-...} stays, which may be deleted.
 */
final class StagedDirectory implements AutoCloseable {
  private final Path target;
  private final Path path;
  private boolean isPublished;

  private StagedDirectory(Path target, Path path) {
    this.target = target;
    this.path = path;
  }

  /**
   * Begins a directory.
   *
   * @throws KeysException if something exists under its name, or nothing can be written there
   */
  static StagedDirectory of(Path target) throws KeysException {
    Path absolute = target.toAbsolutePath().normalize();
    Path name = absolute.getFileName();
    if (name == null) {
      throw new KeysException(KeysException.Kind.USAGE, target + " is no name of a directory");
    }
    try {
      requireAbsent(absolute);
      createParents(absolute);
      Path path = absolute.resolveSibling("." + name + ".partial-" + UUID.randomUUID());
      PrivateFiles.createDirectory(path);
      return new StagedDirectory(absolute, path);
    } catch (IOException e) {
      throw KeysException.writing(target, e);
    }
  }

  /** Makes the directories above one that is to be made. */
  static void createParents(Path absolute) throws IOException {
    Path parent = absolute.getParent();
    if (parent != null) {
      FileRights.createDirectories(parent);
    }
  }

  /** Where to write until it is complete. */
  Path path() {
    return path;
  }

  /** Gives it its name. Durable on return. */
  void publish() throws IOException {
    publish(path, target);
    isPublished = true;
  }

  /** Gives a complete directory its name, under which nothing may exist. Durable on return. */
  static void publish(Path complete, Path target) throws IOException {
    PrivateFiles.force(complete);
    requireAbsent(target);
    // Of two at once the second fails: a directory that is not empty is never replaced.
    Files.move(complete, target, StandardCopyOption.ATOMIC_MOVE);
    PrivateFiles.force(target.toAbsolutePath().getParent());
  }

  /** Deletes what was written, unless it is published. */
  @Override
  public void close() throws KeysException {
    if (isPublished) {
      return;
    }
    try {
      PrivateFiles.deleteTree(path);
    } catch (IOException e) {
      throw KeysException.writing(path, e);
    }
  }

  private static void requireAbsent(Path target) throws IOException {
    if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileAlreadyExistsException(target.toString());
    }
  }
}
