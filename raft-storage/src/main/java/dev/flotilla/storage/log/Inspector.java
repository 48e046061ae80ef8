package dev.flotilla.storage.log;

import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.model.TermAndVote;
import dev.flotilla.storage.disk.Disk;
import dev.flotilla.storage.disk.DiskFile;
import dev.flotilla.storage.identity.DirectoryIdentity;
import dev.flotilla.storage.identity.VoteFile;
import dev.flotilla.storage.log.ForcedMark.Mark;
import dev.flotilla.storage.log.InspectedFile.Kind;
import dev.flotilla.storage.snapshot.ArrivedPart;
import dev.flotilla.storage.snapshot.SnapshotStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One look at a data directory: takes the steps of {@link DataDirectory#open} that find something
 * out, leaves those that change something, and gathers what to tell. One thread.
 */
final class Inspector {
  private final Disk disk;
  private final Optional<Mark> mark;
  private final List<InspectedFile> files = new ArrayList<>();
  private LogIndex index = new LogIndex();
  private TermAndVote vote = TermAndVote.INITIAL;
  private Optional<ArrivedPart> arriving = Optional.empty();
  private long key;
  private boolean hasSeenAll;

  private Inspector(Disk disk, Optional<Mark> mark) {
    this.disk = disk;
    this.mark = mark;
  }

  /** Looks at everything; what is wrong is in the result. */
  static Inspection lookAt(Disk disk) {
    return look(disk, markOn(disk));
  }

  /** Looks no further than to where the log has been forced. */
  static Inspection lookAtForcedPartOf(Disk disk) {
    Optional<Mark> mark = markOn(disk);
    return look(mark.<Disk>map(it -> new ForcedPart(disk, it.end())).orElse(disk), mark);
  }

  /** The mark before all else: of a server that runs, the log is never behind it then. */
  private static Optional<Mark> markOn(Disk disk) {
    try {
      return ForcedMark.look(disk);
    } catch (IOException e) {
      // Whatever it is, the look will meet it again.
      return Optional.empty();
    }
  }

  private static Inspection look(Disk disk, Optional<Mark> mark) {
    Inspector inspector = new Inspector(disk, mark);
    Optional<IOException> finding = Optional.empty();
    try {
      inspector.inspect();
    } catch (IOException e) {
      finding = Optional.of(e);
    }
    List<InspectedFile> files = new ArrayList<>(inspector.files);
    files.addAll(inspector.others());
    SegmentFiles segments = new SegmentFiles(disk, inspector.key);
    return new Inspection(segments, inspector.index, inspector.vote, files, finding);
  }

  private void inspect() throws IOException {
    DirectoryIdentity identity = DirectoryIdentity.look(disk);
    key = identity.logKey();
    if (identity.settingAside().isPresent()) {
      // What else is here is of the incarnation before, and not read any more.
      noteSettingAside(identity, identity.settingAside().get());
      return;
    }
    noteIdentity(identity);
    if (identity.isPopulated()) {
      DataDirectory.checkPopulated(disk);
    }
    // The snapshot before the log, which may rely on it; the vote after the log: of a server that
    // runs it is never behind then.
    SnapshotStore snapshots = SnapshotStore.open(disk, key);
    Optional<SnapshotMetadata> snapshot = snapshots.newest();
    SegmentFiles segments = new SegmentFiles(disk, key);
    LogScan scan =
        new LogRecovery(disk, segments, LogOptions.DEFAULT)
            .toScan(mark.orElse(Mark.NONE), snapshot);
    index = scan.index();
    if (snapshot.isPresent()) {
      noteSnapshot(snapshot.get());
    }
    try {
      scan.run();
    } finally {
      noteSegments(scan);
    }
    noteMark();
    noteVote();
    snapshot.ifPresent(this::noteReset);
    arriving = snapshots.usefulPart(index.lastIndex());
    hasSeenAll = true;
  }

  private static String whose(DirectoryIdentity identity) {
    return identity.member() + " of group '" + identity.groupName() + "'";
  }

  private void noteSettingAside(DirectoryIdentity identity, String folder) throws IOException {
    String next = "; the next start goes on moving what was damaged to " + folder;
    note(DirectoryIdentity.IDENTITY_FILE, Kind.IDENTITY, whose(identity) + next);
  }

  private void noteIdentity(DirectoryIdentity identity) throws IOException {
    String whose = whose(identity);
    note(
        DirectoryIdentity.IDENTITY_FILE,
        Kind.IDENTITY,
        (identity.isWitness() ? whose + ", a witness" : whose)
            + (identity.recovering().isPresent()
                ? "; the next start goes on with its recovery"
                : ""));
    if (disk.list().contains(DirectoryIdentity.FOUNDING_FILE)) {
      String founders = identity.acceptedFounding().size() + " founders, ";
      String group = identity.groupId().map(id -> "group " + id).orElse("not founded yet");
      note(DirectoryIdentity.FOUNDING_FILE, Kind.FOUNDING, founders + group);
    }
  }

  private void noteSnapshot(SnapshotMetadata snapshot) throws IOException {
    String name = SnapshotStore.name(snapshot.last());
    String remark = "up to term " + snapshot.last().term();
    files.add(
        new InspectedFile(
            name, Kind.SNAPSHOT, 1, snapshot.last().index(), 0, sizeOf(name), remark));
  }

  /** Also after damage: what was read before it. */
  private void noteSegments(LogScan scan) throws IOException {
    for (SegmentTally tally : scan.segments()) {
      String remark =
          scan.tornTail()
              .filter(tail -> tail.file().equals(tally.name()))
              .map(Inspector::remarkOn)
              .orElse("ends at offset " + tally.end());
      files.add(
          new InspectedFile(
              tally.name(),
              Kind.SEGMENT,
              tally.lowestIndex(),
              tally.highestIndex(),
              tally.records(),
              sizeOf(tally.name()),
              remark));
    }
  }

  private static String remarkOn(RecoveredLog.TornTail tail) {
    return "ends at offset %s; the %s bytes behind it were never forced, the next start cuts them"
        .formatted(tail.offset(), tail.bytes());
  }

  private void noteMark() throws IOException {
    if (disk.list().contains(ForcedMark.NAME)) {
      note(
          ForcedMark.NAME,
          Kind.MARK,
          mark.map(Mark::end)
              .map(
                  end -> "forced up to " + SegmentFiles.name(end.segment()) + " at " + end.offset())
              .orElse("torn, as a power cut may leave it; the next start writes it anew"));
    }
  }

  private void noteVote() throws IOException {
    if (disk.list().contains(VoteFile.NAME)) {
      VoteFile.Found found = VoteFile.look(disk);
      vote = found.termAndVote();
      String voted = vote.votedFor().map(member -> "voted for " + member).orElse("no vote");
      String slots = found.intactSlots() == 2 ? "" : "; one of two copies is not intact";
      note(VoteFile.NAME, Kind.VOTE, "term " + vote.term() + ", " + voted + slots);
    }
    DataDirectory.checkTerm(disk, vote, index.termStarts(), index.base());
  }

  private void noteReset(SnapshotMetadata snapshot) {
    LogPosition last = snapshot.last();
    if (!DurableLog.isHeld(last, index)) {
      files.replaceAll(
          file ->
              file.kind() == Kind.SNAPSHOT
                  ? file.withRemark(file.remark() + "; the next start begins the log behind it")
                  : file);
    }
  }

  private void note(String name, Kind kind, String remark) throws IOException {
    files.add(new InspectedFile(name, kind, 0, 0, 0, sizeOf(name), remark));
  }

  /** What a start does not read, or was not reached; nothing of a directory that is no server's. */
  private List<InspectedFile> others() {
    Set<String> noted = files.stream().map(InspectedFile::name).collect(Collectors.toSet());
    List<InspectedFile> others = new ArrayList<>();
    try {
      for (String name : noted.isEmpty() ? List.<String>of() : disk.list()) {
        if (!noted.contains(name)) {
          String remark = hasSeenAll ? unread(name) : "";
          others.add(new InspectedFile(name, Kind.UNCHECKED, 0, 0, 0, 0, remark));
        }
      }
    } catch (IOException e) {
      // Then they are not told: what matters has been checked, or has failed before.
      return others;
    }
    return others;
  }

  private String unread(String name) {
    if (SegmentFiles.isSegment(name)) {
      return "not begun";
    }
    if (SnapshotStore.isArriving(name) && arriving.isPresent()) {
      return "%s bytes of the snapshot at %s, the next start goes on with it"
          .formatted(arriving.get().bytes(), arriving.get().snapshot().last());
    }
    return SnapshotStore.isSnapshot(name) ? "not needed, the next start removes it" : "";
  }

  private long sizeOf(String name) throws IOException {
    try (DiskFile file = disk.open(name)) {
      return file.size();
    }
  }
}
