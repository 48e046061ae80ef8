package dev.flotilla.storage.backup;

import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The numbers of the form that {@link BackupWriter} describes. */
final class BackupFormat {
  /** "FLOTBAK" and a line feed. */
  static final long MAGIC = 0x464c_4f54_4241_4b0aL;

  /** Magic, format and length of the header. */
  static final int PREFIX_BYTES = Long.BYTES + 2 * Integer.BYTES;

  static final int MAX_HEADER_BYTES = 64 * 1024;

  /** Of an entry, all before its payload. */
  static final int ENTRY_BYTES = 3 * Long.BYTES + 1 + Integer.BYTES;

  static final int CHECKSUM_BYTES = 32;

  private BackupFormat() {}

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  static Path directoryOf(Path file) {
    Path parent = file.toAbsolutePath().getParent();
    return parent == null ? file.toAbsolutePath() : parent;
  }
}
