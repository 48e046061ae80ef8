package dev.flotilla.storage.disk;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files and directories that only their owner may use, where the file system knows the permissions
 * of POSIX; elsewhere it does nothing. Any thread.
 */
public final class OwnerOnly {
  private static final Logger LOG = LoggerFactory.getLogger(OwnerOnly.class);
  private static final Set<PosixFilePermission> OF_OTHERS =
      PosixFilePermissions.fromString("---rwxrwx");

  private OwnerOnly() {}

  /** What a new file is created with: mode 0600. */
  public static FileAttribute<?>[] newFile(Path file) {
    return attributes(file, "rw-------");
  }

  /** What a new directory is created with: mode 0700. */
  public static FileAttribute<?>[] newDirectory(Path directory) {
    return attributes(directory, "rwx------");
  }

  /**
   * Takes the rights of other users from a directory and everything in it; follows no links inside.
   * Logs if the directory, or a file directly in it, was open to others. Without the right to
   * change that it logs a warning. Blocks for the disk.
   */
  static void tighten(Path directory) throws IOException {
    if (!isPosix(directory)) {
      return;
    }
    Path root = directory.toRealPath();
    int[] opened = {0};
    try {
      Files.walkFileTree(
          root,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
                throws IOException {
              opened[0] += close(folder) && folder.equals(root) ? 1 : 0;
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              boolean isClosed = !attributes.isSymbolicLink() && close(file);
              opened[0] += isClosed && root.equals(file.getParent()) ? 1 : 0;
              return FileVisitResult.CONTINUE;
            }

            /** What this user cannot even read is not its own, such as lost+found. */
            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) {
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      LOG.warn(
          "other users may read the data directory {}, and that cannot be changed ({}); make this"
              + " user its owner, or run: chmod -R go= {}",
          directory,
          e.toString(),
          directory);
    }
    if (opened[0] > 0) {
      LOG.warn(
          "other users could read the data directory {} until now; only its owner can from now on",
          directory);
    }
  }

  private static boolean close(Path path) throws IOException {
    Set<PosixFilePermission> granted =
        Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS);
    Set<PosixFilePermission> kept = EnumSet.noneOf(PosixFilePermission.class);
    kept.addAll(granted);
    if (!kept.removeAll(OF_OTHERS)) {
      return false;
    }
    Files.setPosixFilePermissions(path, kept);
    return true;
  }

  private static FileAttribute<?>[] attributes(Path path, String permissions) {
    return isPosix(path)
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }

  private static boolean isPosix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }
}
