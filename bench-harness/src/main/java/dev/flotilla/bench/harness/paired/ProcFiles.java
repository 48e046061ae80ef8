package dev.flotilla.bench.harness.paired;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * Reads counters of processes, of the processor and of disks from Linux's {@code /proc}; see
 * proc(5). What cannot be read is 0: a process may have ended, the system may be another.
 */
public final class ProcFiles {
  private static final double MILLIS_PER_SECOND = 1_000;
  private static final double TICKS_PER_SECOND = 100; // USER_HZ wherever Java runs on Linux

  // Fields of /proc/PID/stat after the name, from the state on.
  private static final int USER_TICKS = 11;
  private static final int SYSTEM_TICKS = 12;

  // Columns of the first line of /proc/stat, its name included.
  private static final int IDLE_COLUMN = 4;
  private static final int IO_WAIT_COLUMN = 5;
  private static final int STEAL_COLUMN = 8;

  // The flushes of a line of /proc/diskstats, since Linux 5.5.
  private static final int FLUSHES_COLUMN = 18;

  private static final List<String> COMPILERS = List.of("C1 Compiler", "C2 Compiler");
  // The serial collector works on the thread that is called VM Thread.
  private static final List<String> COLLECTORS = List.of("GC Thread", "G1 ", "VM Thread");

  private final Path proc;

  /** Of this machine. */
  public ProcFiles() {
    this(Path.of("/proc"));
  }

  ProcFiles(Path proc) {
    this.proc = proc;
  }

  /** Counters of one process so far. */
  record ProcessCounters(
      double cpuSeconds,
      long voluntarySwitches,
      double compilerSeconds,
      double collectorSeconds,
      long writtenBytes) {}

  /** Counters of the machine so far, in seconds of one processor. */
  record MachineCounters(
      double busySeconds, double stealSeconds, double allSeconds, long flushes) {}

  ProcessCounters process(long pid) {
    Path own = proc.resolve(Long.toString(pid));
    long switches = 0;
    double compiler = 0;
    double collector = 0;
    try (DirectoryStream<Path> tasks = Files.newDirectoryStream(own.resolve("task"))) {
      for (Path task : tasks) {
        switches += field(task.resolve("status"), "voluntary_ctxt_switches:");
        String stat = text(task.resolve("stat"));
        compiler += isNamed(stat, COMPILERS) ? cpuSeconds(stat) : 0;
        collector += isNamed(stat, COLLECTORS) ? cpuSeconds(stat) : 0;
      }
    } catch (IOException hasEnded) {
      return new ProcessCounters(0, 0, 0, 0, 0);
    }
    return new ProcessCounters(
        cpuSeconds(text(own.resolve("stat"))),
        switches,
        compiler,
        collector,
        field(own.resolve("io"), "write_bytes:"));
  }

  MachineCounters machine() {
    String first = text(proc.resolve("stat")).lines().findFirst().orElse("");
    String[] columns = first.split("\\s+", -1);
    double all = 0;
    for (int i = 1; i < columns.length && i <= STEAL_COLUMN; i++) {
      all += seconds(columns, i);
    }
    double steal = seconds(columns, STEAL_COLUMN);
    double idle = seconds(columns, IDLE_COLUMN) + seconds(columns, IO_WAIT_COLUMN);
    return new MachineCounters(Math.max(0, all - idle - steal), steal, all, flushes());
  }

  /** The machine's processor time so far, with what its host took; zero where it is not told. */
  public Duration machineUsed() {
    MachineCounters counters = machine();
    return Duration.ofMillis(
        Math.round((counters.busySeconds() + counters.stealSeconds()) * MILLIS_PER_SECOND));
  }

  private long flushes() {
    long sum = 0;
    for (String line : text(proc.resolve("diskstats")).lines().toList()) {
      String[] columns = line.strip().split("\\s+", -1);
      sum += columns.length > FLUSHES_COLUMN ? Long.parseLong(columns[FLUSHES_COLUMN]) : 0;
    }
    return sum;
  }

  private static double seconds(String[] columns, int at) {
    return columns.length > at ? Long.parseLong(columns[at]) / TICKS_PER_SECOND : 0;
  }

  private static double cpuSeconds(String stat) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split("\\s+", -1);
    return fields.length > SYSTEM_TICKS
        ? (Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[SYSTEM_TICKS]))
            / TICKS_PER_SECOND
        : 0;
  }

  private static boolean isNamed(String stat, List<String> names) {
    int open = stat.indexOf('(');
    return open >= 0 && names.stream().anyMatch(name -> stat.startsWith(name, open + 1));
  }

  private static long field(Path file, String name) {
    return text(file)
        .lines()
        .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name))
        .mapToLong(line -> Long.parseLong(line.substring(name.length()).strip()))
        .findFirst()
        .orElse(0);
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException unreadable) {
      return "";
    }
  }
}
