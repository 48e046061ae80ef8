package dev.flotilla.storage;

import java.io.IOException;

/**
 * A data directory that this server must not use, or cannot; nothing in it was changed.
 *
 * <p>The message names the directory, what was found and the remedy.
 */
public final class DirectoryRefused extends IOException {
  private static final long serialVersionUID = 1L;

  private final Reason reason;

  /** Why. */
  public enum Reason {
    /** It was not made by a server, or holds a file that none made. */
    FOREIGN,
    /** It belongs to a server of another group. */
    OTHER_GROUP,
    /** It belongs to another member. */
    OTHER_MEMBER,
    /** It is new, and nobody said for which group. */
    NO_GROUP,
    /** A newer version wrote it. */
    NEWER_FORMAT,
    /** A version before the first release wrote it. */
    OLDER_FORMAT,
    /** Another server lives in it. */
    IN_USE,
    /** It cannot be made, listed or written. */
    UNUSABLE,
    /** A file that says whose it is has changed or is missing. */
    DAMAGED
  }

  /**
   * Describes a refusal.
   *
   * @param reason why
   * @param location the directory
   * @param finding what is wrong with it
   * @param remedy what the operator can do
   */
  public DirectoryRefused(Reason reason, String location, String finding, String remedy) {
    super("the data directory " + location + " " + finding + "; " + remedy);
    this.reason = reason;
  }

  /** Why. */
  public Reason reason() {
    return reason;
  }
}
