package dev.flotilla.systemtests.path;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/**
 * Sums what {@link CountingAgent} has counted in a group of three servers and a process of clients,
 * and compares the sums with the gates.
 */
public final class PathReport {
  /** The most entries a command or a read may have, by process, and in all four together. */
  private static final Map<String, Integer> MAX_ENTRIES =
      Map.of("leader", 4_000, "follower", 2_000, "client", 1_000, "all", 9_000);

  /** How many own classes a leader may enter for a command. */
  private static final int MAX_LEADER_CLASSES = 110;

  /** A class counts if it is entered for every other call at least. */
  private static final double LEAST_ENTRIES = 0.5;

  private static final double MAX_SCRAPE_PERCENT = 1;
  private static final String OWN = "dev/flotilla/";

  private final Path marks;
  private final int calls;
  private final List<String> details = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();

  private PathReport(Path marks, int calls) {
    this.marks = marks;
    this.calls = calls;
  }

  /**
   * Prints a table, writes all methods with their entries to {@code methods.txt} in the directory
   * of the marks, and exits with 1 if a gate is not kept.
   *
   * @param arguments {@code MARKS CALLS PID:ROLE...}
   */
  public static void main(String[] arguments) throws IOException {
    PathReport report = new PathReport(Path.of(arguments[0]), Integer.parseInt(arguments[1]));
    List<String> processes = Arrays.asList(arguments).subList(2, arguments.length);
    System.out.println("| for each | process | own methods | of libraries | all | own classes |");
    System.out.println("| --- | --- | --- | --- | --- | --- |");
    report.add("command", 0, processes);
    report.add("read", 3, processes);
    Files.write(report.marks.resolve("methods.txt"), report.details);
    if (Boolean.getBoolean("path.scraped")) {
      report.addScrapes(processes);
    }
    report.failures.forEach(it -> System.out.println("ABOVE THE GATE: " + it));
    System.exit(report.failures.isEmpty() ? 0 : 1);
  }

  /** What a scrape of each server each second costs, as a part of what its commands enter. */
  private void addScrapes(List<String> processes) throws IOException {
    double commandsPerSecond = calls * 1000.0 / took(1);
    double scrapes = 0;
    double commands = 0;
    for (String process : processes) {
      String pid = process.split(":", -1)[0];
      commands += sum(counts(pid, 1)) - sum(counts(pid, 0));
      double without = (sum(counts(pid, 6)) - sum(counts(pid, 5)));
      double with = (sum(counts(pid, 7)) - sum(counts(pid, 6)));
      scrapes += (with - without) / PathGroup.SCRAPED_SECONDS;
    }
    double perCommand = scrapes / commandsPerSecond;
    double percent = perCommand * 100 / (commands / calls);
    System.out.printf(
        Locale.ROOT,
        "%nA scrape of all servers each second enters %.0f methods: %.0f a command at %.0f commands"
            + " per second, %.2f %% of what a command enters.%n",
        scrapes,
        perCommand,
        commandsPerSecond,
        percent);
    if (percent > MAX_SCRAPE_PERCENT) {
      failures.add(
          String.format(
              Locale.ROOT,
              "scrapes add %.2f %% to a command, at most %s are allowed",
              percent,
              MAX_SCRAPE_PERCENT));
    }
  }

  private long took(int mark) throws IOException {
    return Long.parseLong(Files.readString(marks.resolve("took-" + mark)));
  }

  private static long sum(Map<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  private void add(String call, int firstMark, List<String> processes) throws IOException {
    double all = 0;
    for (String process : processes) {
      String[] parts = process.split(":", -1);
      Map<String, Double> entries = entries(parts[0], firstMark);
      details.add("== " + call + ", " + parts[1]);
      entries.entrySet().stream()
          .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
          .forEach(
              it ->
                  details.add(String.format(Locale.ROOT, "%9.1f %s", it.getValue(), it.getKey())));
      all += addProcess(call, parts[1], entries);
    }
    System.out.printf(Locale.ROOT, "| %s | all |  |  | %.0f |  |%n", call, all);
    require(call, "all", all);
  }

  private double addProcess(String call, String role, Map<String, Double> entries) {
    double own = 0;
    double other = 0;
    TreeSet<String> classes = new TreeSet<>();
    for (Map.Entry<String, Double> one : entries.entrySet()) {
      boolean isOwn = one.getKey().startsWith(OWN);
      own += isOwn ? one.getValue() : 0;
      other += isOwn ? 0 : one.getValue();
      if (isOwn && one.getValue() > LEAST_ENTRIES) {
        classes.add(one.getKey().substring(0, one.getKey().lastIndexOf('.')));
      }
    }
    System.out.printf(
        Locale.ROOT,
        "| %s | %s | %.0f | %.0f | %.0f | %d |%n",
        call,
        role,
        own,
        other,
        own + other,
        classes.size());
    require(call, role, own + other);
    if (call.equals("command") && role.equals("leader") && classes.size() > MAX_LEADER_CLASSES) {
      failures.add(
          "a command enters %s own classes at the leader, at most %s are allowed"
              .formatted(classes.size(), MAX_LEADER_CLASSES));
    }
    return own + other;
  }

  private void require(String call, String role, double entries) {
    Integer max = MAX_ENTRIES.get(role);
    if (max != null && entries > max) {
      failures.add(
          "a %s enters %s methods (%s), at most %s are allowed"
              .formatted(call, Math.round(entries), role, max));
    }
  }

  /** Entries a call: between two marks, less those of as much time in which nothing was called. */
  private Map<String, Double> entries(String pid, int firstMark) throws IOException {
    Map<String, Long> before = counts(pid, firstMark);
    Map<String, Long> after = counts(pid, firstMark + 1);
    Map<String, Long> idle = counts(pid, firstMark + 2);
    Map<String, Double> entries = new HashMap<>();
    after.forEach(
        (method, count) -> {
          long called = count - before.getOrDefault(method, 0L);
          long idled = idle.getOrDefault(method, count) - count;
          if (called != idled) {
            entries.put(method, (double) (called - idled) / calls);
          }
        });
    return entries;
  }

  private Map<String, Long> counts(String pid, int mark) throws IOException {
    Map<String, Long> counts = new HashMap<>();
    for (String line : Files.readAllLines(marks.resolve("counts-" + pid + "-" + mark))) {
      int blank = line.indexOf(' ');
      // Overloaded methods have one name.
      counts.merge(line.substring(blank + 1), Long.parseLong(line.substring(0, blank)), Long::sum);
    }
    return counts;
  }
}
