package dev.flotilla.order.protocol;

import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import java.util.ArrayList;
import java.util.List;

/** The log of a member of a Raft group, in memory: a process that crashes never comes back. */
final class MemoryLog {
  /** The entry with index 1 comes first. */
  private final List<Entry> entries = new ArrayList<>();

  /** Stores consecutive entries; they replace what is there from their first index on. */
  void store(List<Entry> more) {
    if (!more.isEmpty()) {
      int start = Math.toIntExact(more.get(0).index() - 1);
      entries.subList(start, entries.size()).clear();
      entries.addAll(more);
    }
  }

  boolean contains(LogPosition position) {
    long index = position.index();
    return index >= 1
        && index <= entries.size()
        && entries.get(Math.toIntExact(index - 1)).position().equals(position);
  }

  long lastIndex() {
    return entries.size();
  }

  Entry at(long index) {
    return entries.get(Math.toIntExact(index - 1));
  }

  /** At least one entry, if the first one is there. */
  List<Entry> slice(long firstIndex, int maxEntries, int maxBytes) {
    List<Entry> taken = new ArrayList<>();
    long bytes = 0;
    for (long index = firstIndex; index <= lastIndex() && taken.size() < maxEntries; index++) {
      bytes += at(index).sizeBytes();
      if (bytes > maxBytes && !taken.isEmpty()) {
        break;
      }
      taken.add(at(index));
    }
    return taken;
  }
}
