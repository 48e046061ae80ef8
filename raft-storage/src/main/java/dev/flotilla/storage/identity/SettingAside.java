package dev.flotilla.storage.identity;

import dev.flotilla.storage.DamagedLog;
import dev.flotilla.storage.DirectoryRefused;
import dev.flotilla.storage.DirectoryRefused.Reason;
import dev.flotilla.storage.disk.Disk;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a damaged directory that of a new incarnation of the same member, and keeps what was in it
 * (safety rule 2).
 *
 * <p><b>In this order</b>, each step durable before the next: a copy of the identity is kept; the
 * identity is replaced by that of the new incarnation, which notes that the rest is being set
 * aside; the rest is moved to a folder; the note is taken away. Before the second step a crash
 * leaves the damaged directory, as it was found; after it one that belongs to the new incarnation,
 * and of which {@link DirectoryIdentity#open} moves what is left before anybody reads a log or a
 * vote. At no time can the old incarnation vote.
 *
 * <p>One folder is kept at a time, and none is ever removed. The thread that opens the directory,
 * which holds its lock.
 *
 * <p>Internal: public only for the other packages of raft-storage.
 */
public final class SettingAside {
  /** How the folders begin; the time and the damaged file follow. */
  static final String PREFIX = "damaged-";

  /** How the folders begin that an operator's recovery of a group has left. */
  public static final String KEPT_BY_RECOVERY = "before-recovery-";

  /** So many incarnations in a row that never came back: no disk does that twice by chance. */
  public static final int MAX_FORMER = 16;

  /** Where the identity of the damaged directory is kept until it is moved. */
  static final String FORMER_IDENTITY = "identity.former";

  private static final Logger LOG = LoggerFactory.getLogger(SettingAside.class);
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private SettingAside() {}

  /**
   * Ends the incarnation; on return the directory is empty but for the identity of the next one.
   *
   * @param damage what was found
   * @param now for the folder's name
   * @throws DamagedLog the damage, if nobody can tell that the group exists, or if it is in the
   *     middle of becoming a group of its own, which nobody else belongs to
   * @throws DirectoryRefused if what is kept from before must be seen to first; as before, nothing
   *     was changed
   */
  public static void begin(
      Disk disk, DirectoryIdentity identity, DamagedLog damage, Instant now, RandomGenerator random)
      throws IOException {
    if (identity.groupId().isEmpty() || identity.recovering().isPresent()) {
      throw damage;
    }
    requireRoom(disk, identity, damage);
    LOG.error(
        "{}/{}. Its incarnation {} has ended",
        disk.location(),
        damage.finding(),
        identity.member().incarnation());
    String folder = PREFIX + TIME.format(now) + "-" + damage.file();
    identity.beginAnew(FORMER_IDENTITY, folder, damage.finding(), random);
    finish(disk, identity);
  }

  /** Goes on where a crash has come between, if it has. */
  static void finish(Disk disk, DirectoryIdentity identity) throws IOException {
    Optional<String> folder = identity.settingAside();
    if (folder.isEmpty()) {
      return;
    }
    // The identity that says so may be in the page cache only, after a SIGKILL.
    disk.sync();
    for (String name : disk.list()) {
      if (!staysHere(name)) {
        String kept = name.equals(FORMER_IDENTITY) ? DirectoryIdentity.IDENTITY_FILE : name;
        disk.moveInto(name, folder.get(), kept);
      }
    }
    disk.sync();
    identity.wasSetAside();
    LOG.warn(
        "The damaged files are kept in {}/{}; the server goes on as incarnation {} of its member",
        disk.location(),
        folder.get(),
        identity.member().incarnation());
  }

  /** What belongs to the new incarnation, or to none. Addresses are hints, and not damaged. */
  private static boolean staysHere(String name) {
    return DirectoryIdentity.isOfEveryDirectory(name)
        || name.startsWith(DirectoryIdentity.IDENTITY_FILE)
        || name.equals("addresses")
        || name.equals("instance")
        || name.startsWith(KEPT_BY_RECOVERY)
        || name.startsWith(PREFIX);
  }

  private static void requireRoom(Disk disk, DirectoryIdentity identity, DamagedLog damage)
      throws IOException {
    List<String> kept = disk.list().stream().filter(name -> name.startsWith(PREFIX)).toList();
    if (!kept.isEmpty()) {
      throw new DirectoryRefused(
          Reason.DAMAGED,
          disk.location(),
          "is damaged again: " + damage.finding() + ", and what was damaged before is kept in it",
          "nothing was changed. See why this disk damages what is written to it; then move '"
              + kept.get(0)
              + "' to another place, or remove it, and start the server again");
    }
    if (identity.former().size() >= MAX_FORMER) {
      throw new DirectoryRefused(
          Reason.DAMAGED,
          disk.location(),
          "is damaged: "
              + damage.finding()
              + ", as in "
              + MAX_FORMER
              + " incarnations before, none of which has become a member",
          "nothing was changed. Do not use this disk any more. Start a server with an empty"
              + " directory that joins the group, and let it replace this one (server --join,"
              + " members add --replacing)");
    }
  }
}
