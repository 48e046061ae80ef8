package dev.flotilla.storage.log;

import dev.flotilla.raft.model.Entry;
import dev.flotilla.raft.model.LogPosition;
import java.util.ArrayList;
import java.util.List;

/**
 * What a log should hold.
 *
 * @param base the position before the first entry
 */
record ModelLog(LogPosition base, List<Entry> entries) {
  static final ModelLog EMPTY = new ModelLog(LogPosition.ORIGIN, List.of());

  long lastIndex() {
    return base.index() + entries.size();
  }

  /** After one more entry was written over or behind its end. */
  ModelLog with(Entry entry) {
    List<Entry> next = new ArrayList<>(entries.subList(0, place(entry.index())));
    next.add(entry);
    return new ModelLog(base, next);
  }

  /** As it is with a snapshot: that takes its place, unless it holds the snapshot's last entry. */
  ModelLog after(LogPosition snapshot) {
    return holds(snapshot) ? this : new ModelLog(snapshot, List.of());
  }

  LogPosition positionAt(long index) {
    return index == base.index() ? base : entries.get(place(index)).position();
  }

  /** Whether this is the other one without some of its beginning. */
  boolean isTailOf(ModelLog other) {
    return base.index() >= other.base.index()
        && base.index() <= other.lastIndex()
        && other.positionAt(base.index()).equals(base)
        && entries.equals(
            other.entries.subList(other.place(base.index() + 1), other.entries.size()));
  }

  private boolean holds(LogPosition position) {
    return position.index() < base.index()
        || (position.index() <= lastIndex() && positionAt(position.index()).equals(position));
  }

  private int place(long index) {
    return (int) (index - base.index() - 1);
  }
}
