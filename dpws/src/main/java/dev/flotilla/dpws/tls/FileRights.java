package dev.flotilla.dpws.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Who may use a new file or directory, where the file system knows the permissions of POSIX;
 * elsewhere its defaults hold. Any thread.
 */
public final class FileRights {
  private static final Set<PosixFilePermission> OF_OWNER =
      PosixFilePermissions.fromString("rwx------");

  private FileRights() {}

  /** A file that only its owner reads and writes: mode 0600. */
  public static FileAttribute<?>[] ownFile(Path file) {
    return of(file, "rw-------");
  }

  /** A file that everybody may read: mode 0644, less what the process's mask takes. */
  public static FileAttribute<?>[] publicFile(Path file) {
    return of(file, "rw-r--r--");
  }

  /** A directory that only its owner enters: mode 0700. */
  public static FileAttribute<?>[] ownDirectory(Path directory) {
    return of(directory, "rwx------");
  }

  /**
   * Makes a directory, and those above it that are missing, for their owner only. One that exists
   * stays as it is. Blocks for the disk.
   */
  public static Path createDirectories(Path directory) throws IOException {
    return Files.createDirectories(directory, ownDirectory(directory));
  }

  /** Whether the file system knows the permissions of POSIX. */
  public static boolean isPosix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  /**
   * Why a private key may not be used, and what to do; empty if it may. Others than the owner must
   * not read it, except the group of this process if the file belongs to another user: so are
   * secrets mounted for a service. Blocks for the disk.
   */
  public static Optional<String> objectionToKey(Path key) throws IOException {
    if (!isPosix(key)) {
      return Optional.empty();
    }
    PosixFileAttributes attributes = Files.readAttributes(key, PosixFileAttributes.class);
    Set<PosixFilePermission> wider = EnumSet.noneOf(PosixFilePermission.class);
    wider.addAll(attributes.permissions());
    wider.removeAll(OF_OWNER);
    boolean isOwn = attributes.owner().getName().equals(System.getProperty("user.name"));
    if (wider.isEmpty() || (!isOwn && wider.equals(Set.of(PosixFilePermission.GROUP_READ)))) {
      return Optional.empty();
    }
    return Optional.of(
        "others than its owner may use it (%s of user %s, group %s); run: chmod 600 %s. A mounted secret needs mode 0400, or 0440 if it belongs to another user and the group of this process"
            .formatted(
                PosixFilePermissions.toString(attributes.permissions()),
                attributes.owner().getName(),
                attributes.group().getName(),
                key));
  }

  private static FileAttribute<?>[] of(Path path, String permissions) {
    return isPosix(path)
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }
}
