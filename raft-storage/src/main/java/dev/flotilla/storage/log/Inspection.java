package dev.flotilla.storage.log;

import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.TermAndVote;
import dev.flotilla.storage.DirectoryRefused;
import dev.flotilla.storage.disk.Disk;
import dev.flotilla.storage.identity.VoteFile;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A data directory, looked at: its files are checked as a start checks them, and the entries of its
 * log can be read. Nothing is changed and no lock is taken.
 *
 * <p><b>Of a server that runs</b> it shows some moment while it was made. What the server writes
 * meanwhile can look like damage; so a finding in a directory that has changed since is not
 * believed, and the log is looked at once more, up to where it was forced then.
 *
 * <p><b>Not checked</b> is what a start does not check either: older snapshots, what was under way,
 * and the state machine's directory.
 *
 * <p><b>Thread.</b> Any, one at a time; {@link #of} and {@link #forEach} block on the disk.
 *
 * <p><b>Bounds.</b> As a server that starts: about 1 MiB of memory for each GiB of log, and one
 * batch of entries.
 */
public final class Inspection {
  private static final int MAX_LOOKS = 5;
  private static final int BATCH_ENTRIES = 1_000;
  private static final int BATCH_BYTES = 1024 * 1024;

  private final SegmentFiles segments;
  private final LogIndex index;
  private final TermAndVote vote;
  private final List<InspectedFile> files;
  private final Optional<IOException> finding;

  Inspection(
      SegmentFiles segments,
      LogIndex index,
      TermAndVote vote,
      List<InspectedFile> files,
      Optional<IOException> finding) {
    this.segments = segments;
    this.index = index;
    this.vote = vote;
    this.files = List.copyOf(files);
    this.finding = finding;
  }

  /**
   * Looks at a directory; blocks until its whole log and its newest snapshot have been read. What
   * fails is in the result.
   *
   * @param disk the directory, best a {@link dev.flotilla.storage.disk.ReadOnlyDisk}
   */
  public static Inspection of(Disk disk) {
    Moment before = Moment.of(disk);
    Inspection seen = Inspector.lookAt(disk);
    for (int looks = 1; looks < MAX_LOOKS && seen.finding.isPresent(); looks++) {
      Moment after = Moment.of(disk);
      if (after.equals(before)) {
        break;
      }
      before = after;
      seen = Inspector.lookAtForcedPartOf(disk);
    }
    return seen;
  }

  /** The files: those that a start checks, in the order in which it does, then the others. */
  public List<InspectedFile> files() {
    return files;
  }

  /**
   * Why a server would not start with what is here: a {@link DirectoryRefused}, a {@link
   * DamagedLog}, or a failed read. Nothing if it would.
   */
  public Optional<IOException> finding() {
    return finding;
  }

  /**
   * The index of the first entry of the log that could be read; above the last if there is none.
   */
  public long firstIndex() {
    return index.base().index() + 1;
  }

  /** The index of the last entry of the log that could be read, 0 if there never was one. */
  public long lastIndex() {
    return index.lastIndex();
  }

  /**
   * What the vote file says, as a start would take it; {@link TermAndVote#INITIAL} if there is
   * none, or something was found before it was read.
   */
  public TermAndVote termAndVote() {
    return vote;
  }

  /**
   * Visits the entries in the order of indexes, without those that were superseded; after damage,
   * those before it.
   *
   * @param from the first index wanted; earlier than the log's beginning is no error
   * @param to the last one; later than the log's end is no error
   * @throws IOException if they cannot be read, also because a server that runs has dropped them
   */
  public void forEach(long from, long to, Consumer<? super Entry> visitor) throws IOException {
    long last = Math.min(to, lastIndex());
    long next = Math.max(from, firstIndex());
    try (LogReader reader = new LogReader(segments, index)) {
      while (next <= last) {
        for (Entry entry : reader.read(next, BATCH_ENTRIES, BATCH_BYTES)) {
          if (entry.index() <= last) {
            visitor.accept(entry);
          }
          next = entry.index() + 1;
        }
      }
    }
  }

  /** What tells that a server has changed something; nothing of what cannot be read. */
  private record Moment(
      List<String> names, Optional<ForcedMark.Mark> mark, Optional<VoteFile.Found> vote) {
    private static final Moment UNKNOWN = new Moment(List.of(), Optional.empty(), Optional.empty());

    static Moment of(Disk disk) {
      try {
        List<String> names = disk.list();
        Optional<VoteFile.Found> vote =
            names.contains(VoteFile.NAME) ? Optional.of(VoteFile.look(disk)) : Optional.empty();
        return new Moment(names, ForcedMark.look(disk), vote);
      } catch (IOException e) {
        return UNKNOWN;
      }
    }
  }
}
