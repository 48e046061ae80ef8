package dev.flotilla.raft;

import dev.flotilla.raft.effect.LoadEntries;
import dev.flotilla.raft.effect.Persist;
import dev.flotilla.raft.effect.SnapshotStep;
import dev.flotilla.raft.model.ClientPayload;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.LoggedConfiguration;
import dev.flotilla.raft.model.SnapshotMetadata;
import dev.flotilla.raft.model.WitnessEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A log on disk: what follows a base. */
final class LogImage {
  private final List<Entry> entries = new ArrayList<>();
  private LogPosition base = LogPosition.ORIGIN;
  private long baseTimeMillis;
  private Optional<Configuration> baseConfiguration = Optional.empty();

  /** What governs at the base, unless that is what the server was started with. */
  Optional<Configuration> baseConfiguration() {
    return baseConfiguration;
  }

  /** The configurations after the base. */
  List<LoggedConfiguration> configurations() {
    return configurations(entries);
  }

  static List<LoggedConfiguration> configurations(List<Entry> entries) {
    List<LoggedConfiguration> found = new ArrayList<>();
    for (Entry entry : entries) {
      if (entry.payload() instanceof Configuration configuration) {
        found.add(new LoggedConfiguration(entry.index(), configuration));
      }
    }
    return found;
  }

  /** What governs at the end. */
  Optional<Configuration> governing() {
    List<LoggedConfiguration> logged = configurations();
    return logged.isEmpty()
        ? baseConfiguration
        : Optional.of(logged.get(logged.size() - 1).configuration());
  }

  LogPosition base() {
    return base;
  }

  long lastIndex() {
    return base.index() + entries.size();
  }

  long lastTimeMillis() {
    return entries.isEmpty() ? baseTimeMillis : get(lastIndex()).timeMillis();
  }

  List<Entry> entries() {
    return entries;
  }

  /** The entry at an index that the log has, after its base. */
  Entry get(long index) {
    return entries.get(place(index));
  }

  /** Whether the entry is there, or was, before the base. */
  boolean holds(Entry entry) {
    return entry.index() <= base.index()
        || (entry.index() <= lastIndex() && areAlike(get(entry.index()), entry));
  }

  /** Whether they are the same, where what was withheld from a witness may be any command. */
  static boolean areAlike(Entry one, Entry other) {
    return one.equals(other) || isWithheld(one, other) || isWithheld(other, one);
  }

  private static boolean isWithheld(Entry one, Entry other) {
    return one.payload() instanceof WitnessEntry
        && other.payload() instanceof ClientPayload
        && one.position().equals(other.position())
        && one.timeMillis() == other.timeMillis();
  }

  void store(Persist persist) {
    for (SnapshotStep step : persist.snapshotSteps()) {
      if (step instanceof SnapshotStep.ResetLog reset) {
        resetTo(reset.snapshot());
      } else if (step instanceof SnapshotStep.DropPrefix drop) {
        baseTimeMillis = get(drop.base().index()).timeMillis();
        List<Entry> dropped = entries.subList(0, place(drop.base().index()) + 1);
        for (LoggedConfiguration logged : configurations(dropped)) {
          baseConfiguration = Optional.of(logged.configuration());
        }
        dropped.clear();
        base = drop.base();
      }
    }
    persist.entries().forEach(this::store);
  }

  private void store(Entry entry) {
    int place = place(entry.index());
    if (place < 0 || place > entries.size()) {
      throw new AssertionError(entry.position() + " does not fit a log on disk after " + base);
    }
    entries.subList(place, entries.size()).clear();
    entries.add(entry);
  }

  /** A snapshot that lies beyond the log, or conflicts with it, takes its place. */
  void recover(SnapshotMetadata snapshot) {
    long index = snapshot.last().index();
    boolean isHeld =
        index == base.index()
            || (index > base.index()
                && index <= lastIndex()
                && get(index).position().equals(snapshot.last()));
    if (!isHeld) {
      resetTo(snapshot);
    }
  }

  void replaceBy(List<Entry> log) {
    resetTo(LogPosition.ORIGIN, 0);
    baseConfiguration = Optional.empty();
    entries.addAll(log);
  }

  void copy(LogImage other) {
    resetTo(other.base, other.baseTimeMillis);
    baseConfiguration = other.baseConfiguration;
    entries.addAll(other.entries);
  }

  List<LogPosition> termStarts() {
    List<LogPosition> starts = new ArrayList<>();
    long term = base.term();
    for (Entry entry : entries) {
      if (entry.term() > term) {
        term = entry.term();
        starts.add(entry.position());
      }
    }
    return starts;
  }

  List<Entry> read(LoadEntries load) {
    if (load.firstIndex() <= base.index()) {
      return List.of();
    }
    int from = Math.min(place(load.firstIndex()), entries.size());
    int to = from;
    int bytes = 0;
    while (to < entries.size() && to - from < load.maxEntries()) {
      bytes += entries.get(to).sizeBytes();
      if (to > from && bytes > load.maxBytes()) {
        break;
      }
      to++;
    }
    return List.copyOf(entries.subList(from, to));
  }

  private void resetTo(SnapshotMetadata snapshot) {
    resetTo(snapshot.last(), snapshot.timeMillis());
    baseConfiguration = Optional.of(snapshot.configuration());
  }

  private void resetTo(LogPosition position, long timeMillis) {
    entries.clear();
    base = position;
    baseTimeMillis = timeMillis;
  }

  private int place(long index) {
    return (int) (index - base.index() - 1);
  }
}
