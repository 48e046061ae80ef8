package dev.flotilla.storage.identity;

import dev.flotilla.storage.DamagedLog;
import dev.flotilla.storage.DirectoryRefused;
import dev.flotilla.storage.DirectoryRefused.Reason;
import java.util.Map;

/** Refuses identities that another version wrote, or that are not finished. Pure. */
final class FormatCheck {
  private static final String START_NEWER = "start the version that wrote it, or a newer one";

  private FormatCheck() {}

  /** Of an identity whose checksum fits. */
  static void require(String location, Map<String, String> identity) throws DirectoryRefused {
    String format = identity.getOrDefault(IdentityForm.FORMAT, "");
    requireNotNewer(location, format, "", START_NEWER);
    requireNotOlder(location, format);
  }

  /** Of one whose checksum does not: a newer format may have another checksum. */
  static void requireNotNewer(String location, CheckedProperties.Damaged damage)
      throws DirectoryRefused {
    requireNotNewer(
        location,
        damage.doubtful(IdentityForm.FORMAT),
        ", but its checksum does not fit",
        START_NEWER + ". If none wrote it, it is damaged: " + DamagedLog.REMEDY);
  }

  private static void requireNotNewer(String location, String format, String doubt, String remedy)
      throws DirectoryRefused {
    if (format.matches("[0-9]{1,9}") && Integer.parseInt(format) > DirectoryIdentity.FORMAT) {
      throw new DirectoryRefused(
          Reason.NEWER_FORMAT,
          location,
          "has format %s by its file '%s'%s, and this version reads up to %s"
              .formatted(format, DirectoryIdentity.IDENTITY_FILE, doubt, DirectoryIdentity.FORMAT),
          remedy);
    }
  }

  /** Format 1 had no log time. No release wrote it, so nothing converts it. */
  private static void requireNotOlder(String location, String format) throws DirectoryRefused {
    if (!format.equals(Integer.toString(DirectoryIdentity.FORMAT))) {
      throw new DirectoryRefused(
          Reason.OLDER_FORMAT,
          location,
          "has format %s by its file '%s', and this version reads %s only"
              .formatted(format, DirectoryIdentity.IDENTITY_FILE, DirectoryIdentity.FORMAT),
          "start the version that wrote it, or " + DirectoryIdentity.OTHER_DIRECTORY);
    }
  }

  /** A directory that was not filled to the end holds a part of a state. */
  static void requireRestored(String location, Map<String, String> identity)
      throws DirectoryRefused {
    if (identity.containsKey(IdentityForm.RESTORING)) {
      throw new DirectoryRefused(
          Reason.UNFINISHED,
          location,
          "was being filled from a backup, and that was interrupted",
          "restore the backup into it once more, or " + DirectoryIdentity.OTHER_DIRECTORY);
    }
  }
}
