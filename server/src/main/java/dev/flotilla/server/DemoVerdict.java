package dev.flotilla.server;

import dev.flotilla.bdb.JournalReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/** Compares what clients were told with what the servers' journals hold. */
final class DemoVerdict {
  private static final int MAX_PROBLEMS = 10;

  private final List<String> problems = new ArrayList<>();
  private int commands;

  /**
   * Reads the journals of stopped servers.
   *
   * @param acknowledged the uids that clients were told are executed
   * @param sent all uids that were ever sent
   */
  static DemoVerdict of(List<Path> journals, Set<String> acknowledged, Set<String> sent)
      throws IOException {
    DemoVerdict verdict = new DemoVerdict();
    List<List<String>> dumps = new ArrayList<>();
    for (Path journal : journals) {
      List<String> lines = dump(journal);
      verdict.checkOne(journal, lines, acknowledged, sent);
      dumps.add(lines);
    }
    verdict.checkEqual(journals, dumps);
    verdict.commands = dumps.get(0).size();
    return verdict;
  }

  /** Adds a problem unless a condition holds. */
  void require(boolean condition, String problem) {
    if (!condition) {
      problems.add(problem);
    }
  }

  boolean isVerified() {
    return problems.isEmpty();
  }

  List<String> problems() {
    return problems.subList(0, Math.min(problems.size(), MAX_PROBLEMS));
  }

  /** How many commands the journals hold. */
  int commands() {
    return commands;
  }

  private static List<String> dump(Path journal) throws IOException {
    StringBuilder text = new StringBuilder();
    JournalReader.dump(journal, text);
    return text.toString().lines().toList();
  }

  private void checkOne(
      Path journal, List<String> lines, Set<String> acknowledged, Set<String> sent) {
    Set<String> missing = new HashSet<>(acknowledged);
    TreeMap<String, Integer> times = new TreeMap<>();
    for (String line : lines) {
      String uid = line.split("\t", -1)[2];
      missing.remove(uid);
      times.merge(uid, 1, Integer::sum);
      if (!sent.contains(uid)) {
        problems.add(journal + " holds " + uid + ", which nobody sent");
      }
    }
    missing.forEach(uid -> problems.add(journal + " lacks the acknowledged command " + uid));
    times.forEach(
        (uid, count) -> {
          if (count > 1) {
            problems.add(journal + " holds " + uid + " " + count + " times");
          }
        });
  }

  private void checkEqual(List<Path> journals, List<List<String>> dumps) {
    for (int i = 1; i < dumps.size(); i++) {
      if (!dumps.get(i).equals(dumps.get(0))) {
        problems.add(journals.get(i) + " and " + journals.get(0) + " differ");
      }
    }
  }
}
