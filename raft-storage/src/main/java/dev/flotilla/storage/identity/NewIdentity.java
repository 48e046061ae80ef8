package dev.flotilla.storage.identity;

import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.storage.DirectoryRefused;
import dev.flotilla.storage.DirectoryRefused.Reason;
import dev.flotilla.storage.disk.Disk;
import dev.flotilla.storage.disk.DiskInUse;
import java.io.Closeable;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The identity of a directory that is filled from a backup: a new member, alone in a new group.
 *
 * <p>It is written first, with a note that the directory is not whole: until {@link #complete}
 * every start refuses it, and the files in it may be replaced by another attempt. One thread, which
 * holds the directory's lock until {@link #close}.
 */
public final class NewIdentity implements Closeable {
  private static final String LOCK = "lock";

  private final CheckedProperties file;
  private final Map<String, String> values;
  private final Closeable lock;

  private NewIdentity(CheckedProperties file, Map<String, String> values, Closeable lock) {
    this.file = file;
    this.values = values;
    this.lock = lock;
  }

  /**
   * Begins to fill an empty or missing directory, or again one of which an earlier attempt has left
   * a part; that is removed. Durable when it returns.
   *
   * @param group the name of the new group
   * @param id the member id, such as that of a certificate; empty to draw one
   * @param random draws member id, incarnation and key
   * @throws DirectoryRefused if there is anything else in the directory, or it is in use
   */
  public static NewIdentity begin(
      Disk disk, String group, Optional<NodeId> id, RandomGenerator random) throws IOException {
    CheckedProperties file = new CheckedProperties(disk, DirectoryIdentity.IDENTITY_FILE);
    // Before the lock, which would leave its file in a foreign directory.
    requireOurs(disk, file);
    Closeable lock = lock(disk);
    try {
      requireOurs(disk, file);
      Map<String, String> values = new LinkedHashMap<>(IdentityForm.ofNewServer(group, id, random));
      values.put(IdentityForm.RESTORING, "yes");
      file.write(values);
      for (String name : disk.list()) {
        if (isPartOfState(name)) {
          disk.delete(name);
        }
      }
      disk.sync();
      return new NewIdentity(file, values, lock);
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  /** The new member. */
  public Member member() {
    return IdentityForm.member(values);
  }

  /** The key of its log and snapshots. */
  public long logKey() {
    return IdentityForm.logKey(values);
  }

  /**
   * The directory is whole, and that of the only member of a group; durable when it returns.
   *
   * @param id the new group
   * @param from the group that the state is from
   */
  public void complete(GroupId id, String from) throws IOException {
    Map<String, String> whole = new LinkedHashMap<>(values);
    whole.remove(IdentityForm.RESTORING);
    whole.put(IdentityForm.JOINED, id.value());
    whole.put(IdentityForm.RECOVERED_FROM, from);
    whole.put(IdentityForm.POPULATED, "yes");
    file.write(whole);
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }

  private static Closeable lock(Disk disk) throws IOException {
    try {
      return disk.lock(LOCK);
    } catch (DiskInUse e) {
      throw new DirectoryRefused(
          Reason.IN_USE,
          disk.location(),
          "is in use by a server that is running, or by another restore",
          "wait for its end, or " + DirectoryIdentity.OTHER_DIRECTORY);
    }
  }

  private static void requireOurs(Disk disk, CheckedProperties file) throws IOException {
    List<String> strangers =
        disk.list().stream().filter(name -> !DirectoryIdentity.isOfEveryDirectory(name)).toList();
    boolean isEmpty = strangers.isEmpty() || strangers.equals(List.of(file.temporaryName()));
    if (!isEmpty && !isUnfinished(file)) {
      throw new DirectoryRefused(
          Reason.FOREIGN,
          disk.location(),
          "is not empty: it holds '" + strangers.get(0) + "'",
          "restore into an empty directory");
    }
  }

  /** Log, snapshot and vote, whatever their state is. */
  private static boolean isPartOfState(String name) {
    return name.startsWith("log-")
        || name.startsWith("snapshot-")
        || name.equals(VoteFile.NAME)
        || name.startsWith(VoteFile.NAME + ".");
  }

  private static boolean isUnfinished(CheckedProperties file) throws IOException {
    try {
      return file.exists() && file.read().containsKey(IdentityForm.RESTORING);
    } catch (CheckedProperties.Damaged e) {
      return false;
    }
  }
}
