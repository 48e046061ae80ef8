package dev.flotilla.systemtests.powercuts;

import dev.flotilla.raft.model.Command;
import dev.flotilla.storage.log.Inspection;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * What clients have sent, and what they were told was executed: each command is a text of its own,
 * {@link Texts#brief in brief}, each acknowledgement the index of its entry. Any thread.
 */
final class Ledger {
  private final Set<String> sent = ConcurrentHashMap.newKeySet();
  private final NavigableMap<Long, String> acknowledged = new ConcurrentSkipListMap<>();
  private volatile String contradiction = "";

  void sends(String text) {
    sent.add(text);
  }

  /** The answer to a command, which is its index. */
  void hears(String text, String answer) {
    try {
      hears(text, Long.parseLong(answer));
    } catch (NumberFormatException e) {
      contradicts(text + " was answered '" + answer + "', which is no index");
    }
  }

  void hears(String text, long index) {
    String other = acknowledged.putIfAbsent(index, text);
    if (other != null) {
      contradicts("two commands were told index " + index + ": " + other + ", " + text);
    }
  }

  /** Notes what must not be. */
  void contradicts(String words) {
    contradiction = words;
  }

  boolean wasSent(String text) {
    return sent.contains(text);
  }

  /** The text that a client sent, in brief. */
  static String textOf(Command command) {
    return Texts.brief(command.parameters().toUtf8());
  }

  /** What was acknowledged from an index on. */
  NavigableMap<Long, String> acknowledgedFrom(long index) {
    return new TreeMap<>(acknowledged.tailMap(index, true));
  }

  long lastAcknowledged() {
    return acknowledged.isEmpty() ? 0 : acknowledged.lastKey();
  }

  int acknowledgedCount() {
    return acknowledged.size();
  }

  Optional<String> contradiction() {
    return Optional.of(contradiction).filter(text -> !text.isEmpty());
  }

  /**
   * What was acknowledged from an index on, and is in the logs of no majority, as far as these can
   * be read; what a log has dropped is in its snapshot.
   */
  List<String> lostFrom(List<Inspection> logs, long first) throws IOException {
    NavigableMap<Long, String> expected = acknowledgedFrom(first);
    Map<Long, Integer> holders = new HashMap<>();
    for (Inspection log : logs) {
      expected.headMap(log.firstIndex()).keySet().forEach(it -> holders.merge(it, 1, Integer::sum));
      log.forEach(
          first,
          Long.MAX_VALUE,
          entry -> {
            if (entry.payload() instanceof Command command
                && textOf(command).equals(expected.get(entry.index()))) {
              holders.merge(entry.index(), 1, Integer::sum);
            }
          });
    }
    return expected.entrySet().stream()
        .filter(entry -> holders.getOrDefault(entry.getKey(), 0) <= logs.size() / 2)
        .map(Map.Entry::toString)
        .toList();
  }
}
