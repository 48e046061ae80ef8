package dev.flotilla.raft.quorum;

import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LoggedConfiguration;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.SnapshotMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The configurations of this server's log: the one at its base, and those after it. The latest
 * governs, committed or not (Raft §6, safety rule 8); when the log is truncated, the one before
 * governs again.
 *
 * <p>Internal: public only for the other packages of raft-core.
 */
public final class Configurations {
  // Invariant: never empty, indexes ascend.
  private final List<LoggedConfiguration> logged = new ArrayList<>();
  private Quorum quorum;

  /**
   * Takes what the disk holds.
   *
   * @param founders what governs where there is nothing else
   * @param snapshot says what governs at its last entry
   */
  public Configurations(
      Configuration founders,
      Optional<SnapshotMetadata> snapshot,
      List<LoggedConfiguration> inLog) {
    logged.add(snapshot.map(Configurations::of).orElse(new LoggedConfiguration(0, founders)));
    inLog.stream().filter(it -> it.index() > latestIndex()).forEach(logged::add);
    quorum = new Quorum(latest());
  }

  /** What governs now. */
  public Configuration latest() {
    return last().configuration();
  }

  /** The entry that holds what governs now. */
  public long latestIndex() {
    return last().index();
  }

  /** The quorums of what governs now. */
  public Quorum quorum() {
    return quorum;
  }

  /**
   * Whether the member may campaign. One that the latest configuration leaves out may, as long as
   * that is not known to be committed: there may be nobody else with a log that long (thesis
   * §4.2.2).
   */
  public boolean mayLead(Member member, long commitIndex) {
    boolean isSettled = logged.size() == 1 || latestIndex() <= commitIndex;
    return latest().mayLead(member)
        || (!isSettled && logged.get(logged.size() - 2).configuration().mayLead(member));
  }

  /**
   * The last entry up to which the member was no witness, as far as this log goes back; 0 if it
   * always was, or was no member before.
   */
  public long lastFullIndex(Member member) {
    for (int place = logged.size() - 2; place >= 0; place--) {
      if (logged.get(place).configuration().isFullMember(member)) {
        return logged.get(place + 1).index() - 1;
      }
    }
    return 0;
  }

  /** What governed when the log ended at an index. */
  public Configuration at(long index) {
    int place = logged.size() - 1;
    while (place > 0 && logged.get(place).index() > index) {
      place--;
    }
    return logged.get(place).configuration();
  }

  /** An entry was appended; only configurations matter here. */
  public void appended(Entry entry) {
    if (entry.payload() instanceof Configuration configuration) {
      logged.add(new LoggedConfiguration(entry.index(), configuration));
      quorum = new Quorum(configuration);
    }
  }

  /** The entry at the index and all after it are gone. */
  public void truncatedFrom(long index) {
    int before = logged.size();
    while (logged.size() > 1 && latestIndex() >= index) {
      logged.remove(logged.size() - 1);
    }
    if (logged.size() < before) {
      quorum = new Quorum(latest());
    }
  }

  /** What governed before an index that is no more in the log is forgotten. */
  public void compactedTo(long index) {
    while (logged.size() > 1 && logged.get(1).index() <= index) {
      logged.remove(0);
    }
  }

  /** The log begins anew after a snapshot. */
  public void resetTo(SnapshotMetadata snapshot) {
    logged.clear();
    logged.add(of(snapshot));
    quorum = new Quorum(latest());
  }

  private static LoggedConfiguration of(SnapshotMetadata snapshot) {
    return new LoggedConfiguration(snapshot.last().index(), snapshot.configuration());
  }

  private LoggedConfiguration last() {
    return logged.get(logged.size() - 1);
  }
}
