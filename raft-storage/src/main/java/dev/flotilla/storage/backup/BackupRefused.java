package dev.flotilla.storage.backup;

import java.io.IOException;

/** A file that is no backup, or not an intact one, or one that this version cannot read. */
public final class BackupRefused extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * Describes a refusal.
   *
   * @param file the file, as messages name it
   * @param finding what is wrong with it
   * @param remedy what the operator can do
   */
  public BackupRefused(String file, String finding, String remedy) {
    super(file + " " + finding + "; " + remedy);
  }
}
