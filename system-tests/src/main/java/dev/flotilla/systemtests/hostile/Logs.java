package dev.flotilla.systemtests.hostile;

import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Entry;
import dev.flotilla.storage.disk.ReadOnlyDisk;
import dev.flotilla.storage.log.Inspection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Compares the logs of all servers of a group, read as {@code log dump} reads them, case by case:
 * each looks at the entries that came after those of the one before. One thread, which blocks.
 */
final class Logs {
  private static final long FOLLOW_MILLIS = 10_000;
  private static final long LOOK_MILLIS = 100;

  private long checkedIndex;

  /** What one server's log holds beyond an index. */
  private record Tail(long firstIndex, long lastIndex, SortedMap<Long, Entry> entries) {}

  /**
   * Looks at what is new.
   *
   * @param directories of all servers
   * @param commitIndex that some server knows; all must get there within 10 s
   * @param executed how many good commands were, since the last look, and so must be there
   * @return what is wrong, at most one thing of each kind
   * @throws IOException if a log cannot be read
   */
  List<String> problems(List<Path> directories, long commitIndex, int executed)
      throws IOException, InterruptedException {
    List<String> problems = new ArrayList<>();
    List<Tail> tails = read(directories, commitIndex, problems);
    if (!problems.isEmpty()) {
      return problems;
    }
    long first = tails.stream().mapToLong(Tail::firstIndex).max().orElse(1);
    long last = tails.stream().mapToLong(Tail::lastIndex).min().orElse(0);
    if (last < commitIndex) {
      problems.add("a server's log ends at " + last + ", not at " + commitIndex);
    }
    for (Tail tail : tails) {
      strange(tail).ifPresent(problems::add);
    }
    long end = Math.min(last, commitIndex);
    long from = Math.max(first, checkedIndex + 1);
    difference(tails, from, end).ifPresent(problems::add);
    long good = commands(tails.get(0), from, end);
    if (from == checkedIndex + 1 && good < executed) {
      problems.add(executed + " good commands were executed, and the logs have " + good + " more");
    }
    checkedIndex = end;
    return problems;
  }

  private List<Tail> read(List<Path> directories, long commitIndex, List<String> problems)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(FOLLOW_MILLIS);
    List<Tail> tails = new ArrayList<>();
    for (Path directory : directories) {
      Inspection seen = Inspection.of(new ReadOnlyDisk(directory));
      while (seen.lastIndex() < commitIndex && System.nanoTime() - deadline < 0) {
        TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        seen = Inspection.of(new ReadOnlyDisk(directory));
      }
      if (seen.finding().isPresent()) {
        problems.add("a server's log cannot be read: " + seen.finding().get().getMessage());
        return tails;
      }
      SortedMap<Long, Entry> entries = new TreeMap<>();
      seen.forEach(checkedIndex + 1, Long.MAX_VALUE, it -> entries.put(it.index(), it));
      tails.add(new Tail(seen.firstIndex(), seen.lastIndex(), entries));
    }
    return tails;
  }

  /** A command that no good client has sent, committed or not. */
  private static Optional<String> strange(Tail tail) {
    return tail.entries().values().stream()
        .filter(it -> it.payload() instanceof Command command && !isGood(command))
        .map(it -> "entry " + it.position() + " is " + it.payload())
        .findFirst();
  }

  private static boolean isGood(Command command) {
    return command.command().equals(Soap.GOOD);
  }

  private static Optional<String> difference(List<Tail> tails, long from, long end) {
    SortedMap<Long, Entry> one = tails.get(0).entries();
    for (Tail other : tails) {
      for (long index = from; index <= end; index++) {
        Entry here = one.get(index);
        if (here == null || !here.equals(other.entries().get(index))) {
          return Optional.of("the committed entry " + index + " differs between servers");
        }
      }
    }
    return Optional.empty();
  }

  private static long commands(Tail tail, long from, long end) {
    return tail.entries().values().stream()
        .filter(it -> it.index() >= from && it.index() <= end)
        .filter(it -> it.payload() instanceof Command)
        .count();
  }
}
