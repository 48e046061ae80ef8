package dev.flotilla.storage.log;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.LoggedConfiguration;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.model.WitnessEntry;
import dev.flotilla.storage.DamagedLog;
import dev.flotilla.storage.DirectoryRefused;
import dev.flotilla.storage.DirectoryRefused.Reason;
import dev.flotilla.storage.disk.Disk;
import dev.flotilla.storage.disk.DiskFile;
import dev.flotilla.storage.identity.DirectoryIdentity;
import dev.flotilla.storage.identity.Founder;
import dev.flotilla.storage.identity.LostEntriesNote;
import dev.flotilla.storage.identity.SettingAside;
import dev.flotilla.storage.identity.VoteFile;
import dev.flotilla.storage.snapshot.SnapshotStore;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The explicit act of an operator by which one surviving directory becomes the only member of a new
 * group, after the majority of the old one is lost for good (safety rule 2).
 *
 * <p><b>What it keeps.</b> All entries of the log. Those that are not known to be committed may
 * have been acknowledged, because a lost majority may have had them; so none is dropped. What only
 * the lost members had is lost.
 *
 * <p><b>In this order</b>, each step durable before the next: a copy of identity, founding list,
 * vote, log and snapshot is made in a folder; the identity is replaced by that of another
 * incarnation in a group of another id, in one step; the term is raised; a configuration of that
 * member alone is appended to the log; the founding list is removed; the note that this is going on
 * is taken away. Before the second step a crash leaves the old directory as it was; after it, the
 * new one, and the next start takes the steps that are left. At no time can the old incarnation go
 * on with what the new one has written, and no message of the old group is for the new one.
 *
 * <p><b>Thread.</b> One, which holds the directory's lock; blocks on the disk.
 *
 * <p><b>What it cannot know</b> is whether the majority is lost. Whoever calls it has asked the
 * other members, and an operator.
 */
public final class GroupRecovery implements Closeable {
  private static final String COPY = "recovery-copy";
  private static final int PIECE_BYTES = 256 * 1024;
  private static final int NAME_DIGITS = 8;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final Disk disk;
  private final DirectoryIdentity identity;
  private final Survivor survivor;

  /**
   * What the directory holds.
   *
   * @param member whose it is
   * @param groupName the name of its group
   * @param group the id of its group
   * @param term the latest term it knows
   * @param last the last entry of the log
   * @param snapshot the newest snapshot, up to which all is certainly committed; index 0 for none
   * @param committedIndex up to where the group had certainly committed, by what the directory
   *     says; may lie beyond the end of the log, which then lacks committed entries; 0 if nothing
   *     says
   * @param configuration the members, by the latest configuration in the log
   * @param founders who founded the group, and where they were then; empty if this one joined
   */
  public record Survivor(
      Member member,
      String groupName,
      GroupId group,
      long term,
      LogPosition last,
      LogPosition snapshot,
      long committedIndex,
      Configuration configuration,
      List<Founder> founders) {
    /** Copies the list. */
    public Survivor {
      founders = List.copyOf(founders);
    }
  }

  /**
   * What was made.
   *
   * @param member the only member
   * @param group the new group
   * @param folder the folder in the directory with a copy of the old one
   */
  public record Recovered(Member member, GroupId group, String folder) {}

  private GroupRecovery(Disk disk, DirectoryIdentity identity, Survivor survivor) {
    this.disk = disk;
    this.identity = identity;
    this.survivor = survivor;
  }

  /**
   * Takes the directory's lock and reads all of it; changes nothing.
   *
   * @throws DirectoryRefused if a server runs in it, or it is that of a witness, or of a member of
   *     no founded group, or without a state, or one that must be started first
   * @throws DamagedLog if it has lost something that was forced
   */
  public static GroupRecovery open(Disk disk) throws IOException {
    requireSurvivor(disk, DirectoryIdentity.look(disk));
    DirectoryIdentity identity = DirectoryIdentity.open(disk, Optional.empty(), new SecureRandom());
    try {
      requireSurvivor(disk, identity);
      return new GroupRecovery(disk, identity, survivor(disk, identity));
    } catch (IOException | RuntimeException e) {
      identity.close();
      throw e;
    }
  }

  /** What was found. */
  public Survivor survivor() {
    return survivor;
  }

  /**
   * Makes it the only member of a new group; durable when it returns. If it throws, the directory
   * is as it was, or its next start goes on. To be called once.
   *
   * @param now for the name of the folder that keeps a copy
   * @param random draws the new incarnation
   * @param groupOf the id of the group that is founded by one member
   */
  public Recovered perform(Instant now, RandomGenerator random, Function<Member, GroupId> groupOf)
      throws IOException {
    return perform(now, random, groupOf, LogOptions.DEFAULT);
  }

  Recovered perform(
      Instant now, RandomGenerator random, Function<Member, GroupId> groupOf, LogOptions options)
      throws IOException {
    Incarnation drawn = new Incarnation(random.nextLong(), random.nextLong());
    Member next = new Member(identity.member().id(), drawn);
    GroupId group = groupOf.apply(next);
    String folder =
        SettingAside.KEPT_BY_RECOVERY
            + TIME.format(now)
            + "-"
            + drawn.toString().substring(0, NAME_DIGITS);
    keepCopy(folder);
    identity.beginAlone(next, group, folder);
    finish(disk, identity, options);
    return new Recovered(next, group, folder);
  }

  /** Releases the lock. */
  @Override
  public void close() throws IOException {
    identity.close();
  }

  /** Goes on where {@link #perform} has come to, with the new identity durable. */
  static void finish(Disk disk, DirectoryIdentity identity, LogOptions options) throws IOException {
    // The identity that says so may be in the page cache only, after a SIGKILL.
    disk.sync();
    DataDirectory files = DataDirectory.openFiles(disk, identity, options, Runnable::run);
    try {
      RecoveredLog log = files.log().recovered();
      List<LoggedConfiguration> logged = log.configurations();
      SoleMember.append(
          identity.member(),
          files.votes(),
          files.log(),
          logged.isEmpty()
              ? Optional.empty()
              : Optional.of(logged.get(logged.size() - 1).configuration()),
          end(log),
          log.lastTimeMillis());
    } finally {
      files.closeFiles();
    }
    disk.delete(DirectoryIdentity.FOUNDING_FILE);
    disk.delete(LostEntriesNote.FILE);
    disk.sync();
    identity.wasRecovered();
  }

  private static LogPosition end(RecoveredLog log) {
    List<LogPosition> starts = log.termStarts();
    long term = starts.isEmpty() ? log.base().term() : starts.get(starts.size() - 1).term();
    return new LogPosition(log.lastIndex(), term);
  }

  private static void requireSurvivor(Disk disk, DirectoryIdentity identity)
      throws DirectoryRefused {
    if (identity.isWitness()) {
      throw refused(
          disk,
          "is that of a witness, which has no state",
          "recover the directory of a member that is no witness");
    }
    if (identity.settingAside().isPresent()) {
      throw refused(
          disk,
          "is damaged, and what was damaged is still being set aside",
          "recover the directory of another member");
    }
    if (identity.recovering().isPresent()) {
      throw refused(
          disk,
          "is being recovered already, and that was interrupted",
          "start its server, which goes on with it");
    }
    if (identity.groupId().isEmpty()) {
      throw refused(
          disk, "is that of a server whose group is not founded", "start it again as it was");
    }
  }

  private static Survivor survivor(Disk disk, DirectoryIdentity identity) throws IOException {
    Inspection inspection = Inspection.of(disk);
    if (inspection.finding().isPresent()) {
      throw inspection.finding().get();
    }
    Optional<SnapshotMetadata> snapshot = SnapshotStore.open(disk, identity.logKey()).newest();
    Latest latest = new Latest(snapshot, identity);
    inspection.forEach(1, Long.MAX_VALUE, latest::see);
    if (latest.last.index() == 0) {
      throw refused(
          disk,
          "holds no entry and no snapshot",
          "recover the directory of a member that has the state");
    }
    if (latest.hasGaps || snapshot.map(it -> !it.holdsState()).orElse(false)) {
      throw refused(
          disk,
          "was that of a witness, and lacks commands",
          "recover the directory of a member that is no witness");
    }
    return new Survivor(
        identity.member(),
        identity.groupName(),
        identity.groupId().orElseThrow(),
        inspection.termAndVote().term(),
        latest.last,
        snapshot.map(SnapshotMetadata::last).orElse(LogPosition.ORIGIN),
        Math.max(snapshot.map(it -> it.last().index()).orElse(0L), CommitMark.read(disk).orElse(0)),
        latest.configuration,
        identity.acceptedFounding());
  }

  private static final class Latest {
    LogPosition last;
    Configuration configuration;
    boolean hasGaps;

    Latest(Optional<SnapshotMetadata> snapshot, DirectoryIdentity identity) {
      last = snapshot.map(SnapshotMetadata::last).orElse(LogPosition.ORIGIN);
      configuration =
          snapshot.map(SnapshotMetadata::configuration).orElseGet(() -> founders(identity));
    }

    void see(Entry entry) {
      if (entry.index() > last.index()) {
        last = entry.position();
        if (entry.payload() instanceof Configuration changed) {
          configuration = changed;
        }
      }
      hasGaps |= entry.payload() instanceof WitnessEntry;
    }

    private static Configuration founders(DirectoryIdentity identity) {
      List<Member> founders = identity.acceptedFounding().stream().map(Founder::member).toList();
      return founders.isEmpty() ? Configuration.NONE : new Configuration(founders);
    }
  }

  /** The identity last: a folder without it is not whole. */
  private void keepCopy(String folder) throws IOException {
    List<String> names = new ArrayList<>();
    for (String name : disk.list()) {
      if (isKept(name)) {
        names.add(name);
      }
    }
    names.add(DirectoryIdentity.IDENTITY_FILE);
    for (String name : names) {
      disk.delete(COPY);
      copy(name);
      disk.moveInto(COPY, folder, name);
    }
    disk.sync();
  }

  private static boolean isKept(String name) {
    return name.equals(DirectoryIdentity.FOUNDING_FILE)
        || name.equals(VoteFile.NAME)
        || name.equals(ForcedMark.NAME)
        || name.equals(CommitMark.NAME)
        || SegmentFiles.isSegment(name)
        || SnapshotStore.isSnapshot(name);
  }

  private void copy(String name) throws IOException {
    @Nullable IOException failure = null;
    try (DiskFile source = disk.open(name);
        DiskFile target = disk.create(COPY)) {
      ByteBuffer piece = ByteBuffer.allocateDirect(PIECE_BYTES);
      long size = source.size();
      for (long at = 0; at < size; at += PIECE_BYTES) {
        source.read(piece.clear(), at);
        target.write(piece.flip(), at);
      }
      target.force();
    } catch (IOException e) {
      failure = e;
    }
    if (failure != null) {
      disk.delete(COPY);
      throw failure;
    }
  }

  private static DirectoryRefused refused(Disk disk, String finding, String remedy) {
    return new DirectoryRefused(Reason.NO_SURVIVOR, disk.location(), finding, remedy);
  }
}
