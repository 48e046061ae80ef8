package dev.flotilla.raft;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** A disk that knows what is synced, and loses the rest in a crash. */
final class MemoryDisk {
  private final Deque<Persist> unsynced = new ArrayDeque<>();
  private final List<Entry> syncedLog = new ArrayList<>();
  private final List<Entry> writtenLog = new ArrayList<>();
  private TermAndVote syncedVote = TermAndVote.INITIAL;

  void write(Persist persist) {
    unsynced.add(persist);
    replaceTail(writtenLog, persist.entries());
  }

  boolean hasUnsynced() {
    return !unsynced.isEmpty();
  }

  /** Forces the oldest persist. */
  Persist sync() {
    Persist oldest = unsynced.remove();
    oldest.termAndVote().ifPresent(vote -> syncedVote = vote);
    replaceTail(syncedLog, oldest.entries());
    return oldest;
  }

  /** Makes it hold this, synced. */
  void format(TermAndVote vote, List<Entry> log) {
    syncedVote = vote;
    syncedLog.clear();
    syncedLog.addAll(log);
    crash();
  }

  void crash() {
    unsynced.clear();
    writtenLog.clear();
    writtenLog.addAll(syncedLog);
  }

  TermAndVote syncedVote() {
    return syncedVote;
  }

  List<Entry> syncedLog() {
    return syncedLog;
  }

  /** The log as it will be when all is synced. */
  List<Entry> writtenLog() {
    return writtenLog;
  }

  boolean hasSynced(Entry entry) {
    int place = (int) entry.index() - 1;
    return place < syncedLog.size() && syncedLog.get(place).equals(entry);
  }

  DurableState state(long appliedIndex) {
    List<LogPosition> termStarts = new ArrayList<>();
    long term = 0;
    for (Entry entry : syncedLog) {
      if (entry.term() > term) {
        term = entry.term();
        termStarts.add(entry.position());
      }
    }
    long timeMillis = syncedLog.isEmpty() ? 0 : syncedLog.get(syncedLog.size() - 1).timeMillis();
    return new DurableState(syncedVote, termStarts, syncedLog.size(), timeMillis, appliedIndex);
  }

  List<Entry> read(LoadEntries load) {
    int from = Math.min((int) load.firstIndex() - 1, syncedLog.size());
    int to = from;
    int bytes = 0;
    while (to < syncedLog.size() && to - from < load.maxEntries()) {
      bytes += syncedLog.get(to).sizeBytes();
      if (to > from && bytes > load.maxBytes()) {
        break;
      }
      to++;
    }
    return List.copyOf(syncedLog.subList(from, to));
  }

  private static void replaceTail(List<Entry> log, List<Entry> entries) {
    for (Entry entry : entries) {
      int place = (int) entry.index() - 1;
      if (place > log.size()) {
        throw new AssertionError("a gap before " + entry.position() + " in the log on disk");
      }
      if (place < log.size()) {
        log.subList(place, log.size()).clear();
      }
      log.add(entry);
    }
  }
}
