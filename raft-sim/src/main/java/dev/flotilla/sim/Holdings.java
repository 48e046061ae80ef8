package dev.flotilla.sim;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.LoggedConfiguration;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.model.TermAndVote;
import dev.flotilla.storage.disk.MemoryDisk;
import dev.flotilla.storage.log.DataDirectory;
import dev.flotilla.storage.log.RecoveredLog;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** What a server would hold if the power failed now: a copy of its disk, opened. */
final class Holdings implements Closeable {
  private final DataDirectory directory;

  private Holdings(DataDirectory directory) {
    this.directory = directory;
  }

  /**
   * Opens a copy.
   *
   * @throws IOException if the server would not start
   */
  static Holdings of(SimulatedServer server, SplittableRandom random) throws IOException {
    return of(server.disk.copyOfForced(), random);
  }

  /** Opens a disk that nobody else uses. */
  static Holdings of(MemoryDisk disk, SplittableRandom random) throws IOException {
    return new Holdings(SimulatedServer.open(disk, random.split()));
  }

  TermAndVote termAndVote() {
    return directory.votes().current();
  }

  boolean holds(LogPosition position) throws IOException {
    if (position.index() <= directory.log().recovered().base().index()) {
      // A snapshot holds it, or the directory would not open.
      return true;
    }
    List<Entry> there = directory.log().read(position.index(), 1, 1);
    return !there.isEmpty() && there.get(0).position().equals(position);
  }

  /** Where the log ends. */
  LogPosition last() {
    RecoveredLog log = directory.log().recovered();
    List<LogPosition> starts = log.termStarts();
    long term = starts.isEmpty() ? log.base().term() : starts.get(starts.size() - 1).term();
    return new LogPosition(log.lastIndex(), term);
  }

  /** The position of an entry that lies behind the base; empty if it does not. */
  Optional<LogPosition> positionAt(long index) throws IOException {
    if (index <= directory.log().recovered().base().index()) {
      return Optional.empty();
    }
    return directory.log().read(index, 1, 1).stream().map(Entry::position).findFirst();
  }

  /**
   * All configurations that can still be told, ascending. Where the entry of a snapshot's stood is
   * known from the log only; if that begins after it, it counts from there.
   */
  List<LoggedConfiguration> configurations(Configuration founders) {
    RecoveredLog log = directory.log().recovered();
    List<LoggedConfiguration> all = new ArrayList<>();
    Optional<SnapshotMetadata> snapshot = directory.snapshots().newest();
    if (snapshot.isEmpty()) {
      all.add(new LoggedConfiguration(0, founders));
    } else if (log.configurations().stream()
        .noneMatch(it -> it.index() <= snapshot.get().last().index())) {
      all.add(new LoggedConfiguration(log.base().index(), snapshot.get().configuration()));
    }
    all.addAll(log.configurations());
    return all;
  }

  @Override
  public void close() throws IOException {
    directory.close();
  }
}
