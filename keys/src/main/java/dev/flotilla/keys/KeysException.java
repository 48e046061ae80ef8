package dev.flotilla.keys;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Says in one line what failed, why, and what to do. */
public final class KeysException extends Exception {
  private static final long serialVersionUID = 1L;

  /** What kind of thing failed. */
  public enum Kind {
    /** The caller asked for something that cannot be. */
    USAGE,
    /** The answer is no: no such name, a wrong secret, an expired authority. */
    REFUSED,
    /** A directory or file exists already, is missing, damaged or not accessible. */
    DIRECTORY,
    /** Writing failed; what was begun is gone again. */
    DISK,
    /** Nobody answered. */
    UNAVAILABLE,
    /** The network interface cannot be used. */
    NETWORK,
    /** Another program listens on the port. */
    PORT_IN_USE
  }

  private final Kind kind;

  /** With a message of one line. */
  public KeysException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  /** With a message of one line and what caused it. */
  public KeysException(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  /** What kind of thing failed. */
  public Kind kind() {
    return kind;
  }

  /** That a file or directory could not be written. */
  static KeysException writing(Object target, IOException cause) {
    if (cause instanceof FileAlreadyExistsException) {
      return new KeysException(
          Kind.DIRECTORY,
          "%s exists already and is not overwritten; move it away or choose another directory"
              .formatted(target),
          cause);
    }
    if (cause instanceof AccessDeniedException) {
      return new KeysException(
          Kind.DIRECTORY,
          "cannot write %s: permission denied; choose a directory of your own".formatted(target),
          cause);
    }
    if (cause instanceof NoSuchFileException) {
      return new KeysException(
          Kind.DIRECTORY,
          "cannot write %s: its parent directory does not exist; make that first".formatted(target),
          cause);
    }
    return new KeysException(
        Kind.DISK,
        "cannot write %s: %s; remove the cause and run the command again"
            .formatted(target, reasonOf(cause)),
        cause);
  }

  /** That a file could not be read. */
  static KeysException reading(Object source, IOException cause) {
    if (cause instanceof NoSuchFileException) {
      return new KeysException(
          Kind.DIRECTORY,
          "%s does not exist; is this the right directory?".formatted(source),
          cause);
    }
    if (cause instanceof AccessDeniedException) {
      return new KeysException(
          Kind.DIRECTORY,
          "cannot read %s: permission denied; run this as the owner of the file".formatted(source),
          cause);
    }
    return new KeysException(
        Kind.DISK, "cannot read %s: %s".formatted(source, reasonOf(cause)), cause);
  }

  /** That a file holds something else than it should. */
  static KeysException damaged(Object source, String why) {
    return new KeysException(
        Kind.DIRECTORY, "%s %s; replace it by an intact copy".formatted(source, why));
  }

  private static String reasonOf(IOException cause) {
    String message = String.valueOf(cause.getMessage());
    return cause instanceof FileSystemException failed && failed.getReason() != null
        ? failed.getReason()
        : message;
  }
}
