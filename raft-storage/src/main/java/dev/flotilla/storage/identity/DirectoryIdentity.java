package dev.flotilla.storage.identity;

import static dev.flotilla.storage.identity.IdentityForm.DAMAGE;
import static dev.flotilla.storage.identity.IdentityForm.FORMER;
import static dev.flotilla.storage.identity.IdentityForm.FOUNDING;
import static dev.flotilla.storage.identity.IdentityForm.GROUP;
import static dev.flotilla.storage.identity.IdentityForm.JOINED;
import static dev.flotilla.storage.identity.IdentityForm.KEPT;
import static dev.flotilla.storage.identity.IdentityForm.POPULATED;
import static dev.flotilla.storage.identity.IdentityForm.RECOVERING;
import static dev.flotilla.storage.identity.IdentityForm.SETTING_ASIDE;
import static dev.flotilla.storage.identity.IdentityForm.WITNESS;

import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.storage.DamagedLog;
import dev.flotilla.storage.DirectoryRefused;
import dev.flotilla.storage.DirectoryRefused.Reason;
import dev.flotilla.storage.disk.Disk;
import dev.flotilla.storage.disk.DiskInUse;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * Whose data directory this is: member id, incarnation and group, and what the member has agreed to
 * when the group was founded, or that it came to a group which existed (safety rules 1, 2 and 9).
 *
 * <p>A member whose directory was damaged lives on in another incarnation ({@link SettingAside}):
 * it comes to its group as one that joins, and remembers whom it is to replace.
 *
 * <p>Kept in {@code identity.properties} and {@code founding.properties}, guarded against a second
 * server by a lock on {@code lock}.
 *
 * <p>Any thread; the methods that change something block until it is durable.
 */
public final class DirectoryIdentity implements Closeable {
  /** The layout of the directory that this version writes, and the only one that it reads. */
  public static final int FORMAT = 2;

  public static final String IDENTITY_FILE = "identity.properties";
  public static final String FOUNDING_FILE = "founding.properties";

  private static final String LOCK = "lock";

  /** A file system makes this one at its root. */
  private static final String LOST_AND_FOUND = "lost+found";

  static final String OTHER_DIRECTORY = "name another directory, or an empty one";

  private final Disk disk;
  private final CheckedProperties identityFile;
  private final CheckedProperties foundingFile;
  private Map<String, String> identity = Map.of();
  private Member member = new Member(new NodeId(new UUID(0, 0)), new Incarnation(0, 0));
  private List<Founder> founders = List.of();
  private Optional<GroupId> groupId = Optional.empty();
  private Optional<Closeable> lock = Optional.empty();

  private DirectoryIdentity(Disk disk) {
    this.disk = disk;
    identityFile = new CheckedProperties(disk, IDENTITY_FILE);
    foundingFile = new CheckedProperties(disk, FOUNDING_FILE);
  }

  /**
   * Opens a server's data directory, or makes an empty or missing one that of a new server.
   *
   * @param groupName the group that the server is to belong to; may be left out for a directory
   *     that has one
   * @param random draws member id and incarnation: a {@link java.security.SecureRandom} unless in a
   *     test
   * @throws DirectoryRefused if it is not, or cannot become, such a directory
   */
  public static DirectoryIdentity open(
      Disk disk, Optional<String> groupName, RandomGenerator random) throws IOException {
    return open(disk, groupName, Optional.empty(), random);
  }

  /** The same; a new server gets this id, such as that of a certificate, if there is one. */
  public static DirectoryIdentity open(
      Disk disk, Optional<String> groupName, Optional<NodeId> id, RandomGenerator random)
      throws IOException {
    DirectoryIdentity directory = new DirectoryIdentity(disk);
    directory.load(groupName);
    directory.takeLock();
    try {
      // Once more: before the lock was taken somebody else may have changed it.
      directory.load(groupName);
      if (directory.identity.isEmpty()) {
        directory.create(groupName.orElseThrow(), id, random);
        directory.load(groupName);
      }
      SettingAside.finish(disk, directory);
      // What was read may be in the page cache only.
      disk.sync();
      return directory;
    } catch (IOException | RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  /**
   * Reads whose directory it is, with the refusals of {@link #open}; takes no lock and changes
   * nothing. To be asked only.
   *
   * @throws DirectoryRefused also if no server has been here yet
   */
  public static DirectoryIdentity look(Disk disk) throws DirectoryRefused {
    DirectoryIdentity directory = new DirectoryIdentity(disk);
    directory.load(Optional.empty());
    return directory;
  }

  /** Who lives here: id and incarnation. */
  public synchronized Member member() {
    return member;
  }

  /** The name of the group that it belongs to, or is to found. */
  public synchronized String groupName() {
    return identity.getOrDefault(GROUP, "");
  }

  /** The founding list that this member has accepted, sorted by member; empty if none. */
  public synchronized List<Founder> acceptedFounding() {
    return founders;
  }

  /** Whether this member has come to a group that existed: it never accepts a founding list. */
  public synchronized boolean isJoiner() {
    return identity.containsKey(JOINED);
  }

  /** The group's id, once it is founded or joined. */
  public synchronized Optional<GroupId> groupId() {
    return groupId;
  }

  /**
   * Accepts a founding list, once and for ever; durable when it returns.
   *
   * @return whether these members are those of the accepted list, accepted now or earlier; their
   *     addresses may differ, and the latest are kept
   * @throws IllegalArgumentException if this member is not on the list, or an id is there twice
   */
  public synchronized boolean acceptFounding(List<Founder> list) throws IOException {
    List<Founder> sorted = new ArrayList<>(list);
    sorted.sort(Comparator.comparing(Founder::member));
    List<Member> members = members(sorted);
    if (!members.contains(member)
        || members.stream().map(Member::id).distinct().count() != members.size()) {
      throw new IllegalArgumentException("not a founding list for " + member + ": " + members);
    }
    if (isJoiner() || (!founders.isEmpty() && !members(founders).equals(members))) {
      return false;
    }
    if (!founders.equals(sorted)) {
      writeFounding(sorted, groupId);
    }
    return true;
  }

  /**
   * Notes that the group exists; durable when it returns.
   *
   * @throws IllegalStateException if no founding list was accepted, or the group has another id
   */
  public synchronized void markFounded(GroupId id) throws IOException {
    if (founders.isEmpty() || !groupId.orElse(id).equals(id)) {
      throw new IllegalStateException(
          member + " cannot belong to " + id + ": accepted " + founders + ", group " + groupId);
    }
    if (groupId.isEmpty()) {
      writeFounding(founders, Optional.of(id));
    }
  }

  /**
   * Notes the group to which this member comes, once and for ever; durable when it returns. Whether
   * the group takes it is for the group to say.
   *
   * @throws IllegalStateException if a founding list was accepted, or another group joined
   */
  public synchronized void join(GroupId id) throws IOException {
    if (!founders.isEmpty() || !groupId.orElse(id).equals(id)) {
      throw new IllegalStateException(
          member + " cannot join " + id + ": accepted " + founders + ", group " + groupId);
    }
    note(JOINED, id.value());
    groupId = Optional.of(id);
  }

  /** Whether this member is, or has been, a witness. */
  public synchronized boolean isWitness() {
    return identity.containsKey(WITNESS);
  }

  /** Notes that it is a witness, for the life of the directory; durable when it returns. */
  public synchronized void markWitness() throws IOException {
    note(WITNESS, "yes");
  }

  /**
   * The incarnations of this member that ended with damage, one of which may be a member of the
   * group still; empty once this one has taken its place.
   */
  public synchronized List<Incarnation> former() {
    return IdentityForm.former(identity);
  }

  /** How the last of {@link #former} was damaged, and where it is kept, in words. */
  public synchronized Optional<String> damage() {
    return Optional.ofNullable(identity.get(DAMAGE))
        .map(what -> what + "; kept in " + disk.location() + "/" + identity.get(KEPT));
  }

  /** Notes that the group has put this incarnation in the place of the former; durable then. */
  public synchronized void tookItsPlace() throws IOException {
    if (identity.containsKey(FORMER)) {
      rewrite(without(FORMER, DAMAGE, KEPT));
    }
  }

  /**
   * Becomes another incarnation of the same member of the same group, durably; nothing of this one
   * is read any more.
   *
   * @param copy the file that keeps the identity as it was
   * @param folder where all files of this one are to be moved
   * @param damage what ended it
   */
  synchronized void beginAnew(String copy, String folder, String damage, RandomGenerator random)
      throws IOException {
    identityFile.copyTo(copy);
    rewrite(
        IdentityForm.ofNextIncarnation(identity, groupId.orElseThrow(), folder, damage, random));
    member = IdentityForm.member(identity);
    founders = List.of();
  }

  /** The folder to which the files of the former incarnation are still being moved. */
  public synchronized Optional<String> settingAside() {
    return identity.containsKey(SETTING_ASIDE)
        ? Optional.ofNullable(identity.get(KEPT))
        : Optional.empty();
  }

  /** They have been moved. */
  synchronized void wasSetAside() throws IOException {
    rewrite(without(SETTING_ASIDE));
  }

  /**
   * Becomes another incarnation of the same member, alone in another group, durably; log and vote
   * stay, and {@link #recovering} until they fit.
   *
   * @param folder where a copy of what the directory was is kept
   */
  public synchronized void beginAlone(Member next, GroupId id, String folder) throws IOException {
    rewrite(IdentityForm.ofSoleMember(identity, next, groupId.orElseThrow(), id, folder));
    member = next;
    founders = List.of();
    groupId = Optional.of(id);
  }

  /** The folder with a copy of the former directory, while log and vote are being adapted. */
  public synchronized Optional<String> recovering() {
    return Optional.ofNullable(identity.get(RECOVERING));
  }

  /** Log and vote fit the new incarnation; durable when it returns. */
  public synchronized void wasRecovered() throws IOException {
    rewrite(without(RECOVERING));
  }

  /** Whether it is there whoever lives in the directory. */
  static boolean isOfEveryDirectory(String name) {
    return name.equals(LOCK) || name.equals(LOST_AND_FOUND);
  }

  /** The random key of this directory's log. */
  public synchronized long logKey() {
    return IdentityForm.logKey(identity);
  }

  /** Whether log and vote have been made here, so that their absence is damage. */
  public synchronized boolean isPopulated() {
    return identity.containsKey(POPULATED);
  }

  /** Notes what there is, so that its absence is damage from now on. */
  public synchronized void markPopulated() throws IOException {
    note(POPULATED, "yes");
    if (!founders.isEmpty()) {
      // Unless an older version, or an acceptance that was cut short, has left it out.
      note(FOUNDING, "accepted");
    }
  }

  private void note(String key, String value) throws IOException {
    if (!identity.containsKey(key)) {
      Map<String, String> values = new LinkedHashMap<>(identity);
      values.put(key, value);
      rewrite(values);
    }
  }

  private Map<String, String> without(String... keys) {
    Map<String, String> values = new LinkedHashMap<>(identity);
    values.keySet().removeAll(List.of(keys));
    return values;
  }

  private void rewrite(Map<String, String> values) throws IOException {
    identityFile.write(values);
    identity = values;
  }

  /** Releases the lock. */
  @Override
  public synchronized void close() throws IOException {
    if (lock.isPresent()) {
      lock.get().close();
    }
  }

  private static List<Member> members(List<Founder> founders) {
    return founders.stream().map(Founder::member).toList();
  }

  private void takeLock() throws DirectoryRefused {
    try {
      lock = Optional.of(disk.lock(LOCK));
    } catch (DiskInUse e) {
      throw refused(
          Reason.IN_USE,
          "is in use by a server that is running",
          "stop that server, or " + OTHER_DIRECTORY,
          e);
    } catch (IOException e) {
      throw refused(
          Reason.UNUSABLE, "cannot be written: " + e, "make it writable, or " + OTHER_DIRECTORY, e);
    }
  }

  /** Reads what is there and refuses what must be refused; changes nothing. */
  private void load(Optional<String> groupName) throws DirectoryRefused {
    try {
      if (identityFile.exists()) {
        loadIdentity();
        loadFounding();
        checkGroup(groupName);
      } else {
        checkMayCreate(groupName);
      }
    } catch (CheckedProperties.Damaged e) {
      throw damaged(e);
    } catch (DirectoryRefused e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw damaged(e);
    } catch (IOException e) {
      throw refused(
          Reason.UNUSABLE,
          "cannot be used: " + e,
          "make it readable and writable, or " + OTHER_DIRECTORY,
          e);
    }
  }

  private void loadIdentity() throws IOException {
    try {
      identity = identityFile.read();
    } catch (CheckedProperties.Damaged e) {
      IdentityForm.requireNotNewer(disk.location(), e);
      throw e;
    }
    IdentityForm.requireFormat(disk.location(), identity);
    IdentityForm.requireRestored(disk.location(), identity);
    member = IdentityForm.member(identity);
  }

  private void loadFounding() throws IOException {
    groupId = Optional.ofNullable(identity.get(JOINED)).map(GroupId::new);
    if (identity.containsKey(SETTING_ASIDE) || identity.containsKey(RECOVERING)) {
      // The list of the former incarnation is on its way out.
      return;
    }
    if (groupId.isPresent() && foundingFile.exists()) {
      throw new DirectoryRefused(
          Reason.DAMAGED,
          disk.location(),
          "is damaged: it is that of a server that joined its group, and holds '"
              + foundingFile.name()
              + "'",
          DamagedLog.REMEDY);
    }
    if (!foundingFile.exists()) {
      if (identity.containsKey(FOUNDING)) {
        throw missing(foundingFile);
      }
      return;
    }
    Map<String, String> values = foundingFile.read();
    founders =
        values.entrySet().stream()
            .filter(value -> value.getKey().startsWith("founder."))
            .map(value -> Founder.ofLine(value.getValue()))
            .toList();
    groupId = Optional.ofNullable(values.get("group-id")).map(GroupId::new);
  }

  private void checkGroup(Optional<String> wanted) throws DirectoryRefused {
    if (!wanted.orElse(groupName()).equals(groupName())) {
      throw new DirectoryRefused(
          Reason.OTHER_GROUP,
          disk.location(),
          "belongs to a server of the group '" + groupName() + "', not '" + wanted.get() + "'",
          "name that group, or " + OTHER_DIRECTORY);
    }
  }

  private void checkMayCreate(Optional<String> groupName) throws IOException {
    if (foundingFile.exists() || disk.list().contains(VoteFile.NAME)) {
      throw missing(identityFile);
    }
    List<String> strangers = new ArrayList<>(disk.list());
    strangers.removeAll(List.of(LOCK, LOST_AND_FOUND, identityFile.temporaryName()));
    if (!strangers.isEmpty()) {
      throw new DirectoryRefused(
          Reason.FOREIGN,
          disk.location(),
          "has no " + identityFile.name() + " but holds '" + strangers.get(0) + "'",
          OTHER_DIRECTORY);
    }
    if (groupName.orElse("").isEmpty()) {
      throw new DirectoryRefused(
          Reason.NO_GROUP,
          disk.location(),
          "holds no server yet",
          "name the group that a new server is to belong to, or the directory of an old one");
    }
  }

  private void create(String groupName, Optional<NodeId> id, RandomGenerator random)
      throws DirectoryRefused {
    Map<String, String> values = IdentityForm.ofNewServer(groupName, id, random);
    try {
      identityFile.write(values);
    } catch (IOException e) {
      throw refused(
          Reason.UNUSABLE, "cannot be written: " + e, "make it writable, or " + OTHER_DIRECTORY, e);
    }
  }

  private void writeFounding(List<Founder> list, Optional<GroupId> id) throws IOException {
    Map<String, String> values = new LinkedHashMap<>();
    for (int i = 0; i < list.size(); i++) {
      values.put("founder." + (i + 1), list.get(i).toLine());
    }
    id.ifPresent(known -> values.put("group-id", known.value()));
    foundingFile.write(values);
    note(FOUNDING, "accepted");
    founders = List.copyOf(list);
    groupId = id;
  }

  private DirectoryRefused missing(CheckedProperties file) {
    return new DirectoryRefused(
        Reason.DAMAGED,
        disk.location(),
        "is damaged: '" + file.name() + "' is missing",
        DamagedLog.REMEDY);
  }

  private DirectoryRefused damaged(Exception cause) {
    return refused(Reason.DAMAGED, "is damaged: " + cause.getMessage(), DamagedLog.REMEDY, cause);
  }

  private DirectoryRefused refused(Reason reason, String finding, String remedy, Exception cause) {
    DirectoryRefused refusal = new DirectoryRefused(reason, disk.location(), finding, remedy);
    refusal.initCause(cause);
    return refusal;
  }
}
