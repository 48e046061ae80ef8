package dev.flotilla.server;

import dev.flotilla.storage.DamagedLog;
import dev.flotilla.storage.DirectoryRefused;
import dev.flotilla.storage.backup.BackupRefused;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** What a command that works on a data directory or a backup ends with when that fails. */
final class DirectoryFailure {
  private DirectoryFailure() {}

  /**
   * With the exit code that a server would end with, and a remedy.
   *
   * @param what what was read or written
   */
  static CommandFailure of(Path what, IOException cause) {
    if (cause instanceof DirectoryRefused refused) {
      ExitCode code =
          switch (refused.reason()) {
            case IN_USE -> ExitCode.DIRECTORY_IN_USE;
            case DAMAGED -> ExitCode.DAMAGED;
            default -> ExitCode.DIRECTORY_REFUSED;
          };
      return new CommandFailure(code, String.valueOf(cause.getMessage()), cause);
    }
    if (cause instanceof DamagedLog) {
      return new CommandFailure(ExitCode.DAMAGED, String.valueOf(cause.getMessage()), cause);
    }
    if (cause instanceof BackupRefused) {
      return new CommandFailure(ExitCode.NEGATIVE, String.valueOf(cause.getMessage()), cause);
    }
    if (cause instanceof FileAlreadyExistsException) {
      return new CommandFailure(
          ExitCode.NEGATIVE, cause.getMessage() + " exists already; name another file", cause);
    }
    if (cause instanceof NoSuchFileException) {
      return new CommandFailure(
          ExitCode.NEGATIVE,
          "%s does not exist; look for another place or spelling".formatted(fileOf(what, cause)),
          cause);
    }
    if (cause instanceof AccessDeniedException) {
      return new CommandFailure(
          ExitCode.DIRECTORY_REFUSED,
          "permission denied for %s; run this as the user of the server, or choose another place"
              .formatted(fileOf(what, cause)),
          cause);
    }
    String why = cause instanceof FileSystemException ? cause.toString() : cause.getMessage();
    return new CommandFailure(
        ExitCode.DISK,
        "%s cannot be read or written: %s; see to its rights and the room on its disk"
            .formatted(what, why),
        cause);
  }

  /** The file that the system complains about, which may be one of a directory. */
  private static String fileOf(Path what, IOException cause) {
    return cause instanceof FileSystemException failed && failed.getFile() != null
        ? failed.getFile()
        : what.toString();
  }
}
