package dev.flotilla.batteries.endurance;

import dev.flotilla.bench.ChildProcess;
import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.bench.JavaProgram;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * {@code flotilla server --state-machine key-value} in a process with 64 MiB of heap, compiled by
 * the first of Java's compilers only, as a small device does. One thread.
 */
final class PairServer {
  private static final List<String> JVM =
      List.of(
          "-Xmx64m",
          "-XX:+UseSerialGC",
          "-XX:-UsePerfData",
          "-XX:TieredStopAtLevel=1",
          "-Dflotilla.log.level=WARN");
  private static final String MAIN = "dev.flotilla.server.FlotillaCommand";
  private static final Duration END = Duration.ofMinutes(2);

  /** Below a histogram of all objects: how many they are, and their bytes. */
  private static final Pattern TOTAL = Pattern.compile("(?m)^Total +\\d+ +(\\d+)$");

  /** The process, a heading, and ten classes. */
  private static final int HISTOGRAM_LINES = 13;

  private final ChildProcesses processes;
  private final String name;
  private final Path directory;
  private final JavaProgram program;
  private ChildProcess process;
  private long mostHeap;
  private String fullest = "";

  private PairServer(
      ChildProcesses processes,
      String name,
      Path directory,
      JavaProgram program,
      ChildProcess own) {
    this.processes = processes;
    this.name = name;
    this.directory = directory;
    this.program = program;
    this.process = own;
  }

  /** Starts one that helps to found a group. */
  static PairServer start(
      ChildProcesses processes, Path parent, String name, String classPath, String group, int size)
      throws IOException {
    Path directory = parent.resolve(name);
    List<String> arguments =
        List.of(
            "server",
            "--group",
            group,
            "--expect",
            Integer.toString(size),
            "--data",
            directory.toString(),
            "--state-machine",
            "key-value",
            "--on-damage",
            "refuse");
    JavaProgram program = new JavaProgram(classPath, MAIN, JVM, arguments);
    return new PairServer(processes, name, directory, program, processes.start(name, program));
  }

  /** Where its data are. */
  Path directory() {
    return directory;
  }

  /** Throws if the process has ended. */
  void requireAlive() throws IOException {
    if (!process.isAlive()) {
      throw new IOException(process.diedUnexpectedly("under load").getMessage());
    }
  }

  /** SIGKILL; does not wait. */
  void kill() throws IOException, InterruptedException {
    String pid = Long.toString(process.pid());
    if (new ProcessBuilder("kill", "-KILL", pid).start().waitFor() != 0) {
      throw new IOException("cannot kill " + name + ", process " + pid);
    }
  }

  void awaitEnd() throws IOException, InterruptedException {
    if (!process.awaitExit(END)) {
      throw new IOException(name + " lives after SIGKILL");
    }
  }

  /** On the directory that it had. */
  void startAgain() throws IOException {
    process = processes.start(name, program);
  }

  /** Counts what lives in its heap, and looks at its directory. */
  Look.Usage usage() throws IOException, InterruptedException {
    requireAlive();
    String histogram = jcmd("GC.class_histogram");
    long heap = heapBytes(histogram);
    if (heap > mostHeap) {
      mostHeap = heap;
      fullest = beginning(histogram);
    }
    return new Look.Usage(heap, bytes("log"), bytes("snapshot"), bytes("machine"));
  }

  /**
   * What took most of the heap when most was in it, to tell by what a count far above others is.
   */
  String fullest() {
    return String.format(
        Locale.ROOT, "most in the heap of %s, %,d bytes:%n%s", name, mostHeap, fullest);
  }

  /** The classes that take most, and the lines above them. */
  static String beginning(String histogram) {
    return histogram.lines().limit(HISTOGRAM_LINES).collect(Collectors.joining("\n"));
  }

  /**
   * What lives, from a histogram for which the garbage was collected while the program stood still:
   * so nothing that was made since is a part of it.
   */
  static long heapBytes(String histogram) throws IOException {
    Matcher total = TOTAL.matcher(histogram);
    if (!total.find()) {
      throw new IOException("cannot tell the heap from: " + histogram);
    }
    return Long.parseLong(total.group(1));
  }

  private String jcmd(String what) throws IOException, InterruptedException {
    Path program = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    String pid = Long.toString(process.pid());
    Process asking =
        new ProcessBuilder(program.toString(), "-J-XX:TieredStopAtLevel=1", pid, what)
            .redirectErrorStream(true)
            .start();
    String answer = new String(asking.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (asking.waitFor() != 0) {
      throw new IOException("jcmd " + what + " of " + name + ": " + answer.strip());
    }
    return answer;
  }

  /** Of what begins like this in the data directory, which changes meanwhile. */
  private long bytes(String prefix) throws IOException {
    long bytes = 0;
    try (Stream<Path> children = Files.list(directory)) {
      for (Path child : children.toList()) {
        if (child.getFileName().toString().startsWith(prefix)) {
          bytes += treeBytes(child);
        }
      }
    }
    return bytes;
  }

  private static long treeBytes(Path path) throws IOException {
    try {
      if (!Files.isDirectory(path)) {
        return Files.size(path);
      }
      long bytes = 0;
      try (Stream<Path> children = Files.list(path)) {
        for (Path child : children.toList()) {
          bytes += treeBytes(child);
        }
      }
      return bytes;
    } catch (NoSuchFileException e) {
      // Deleted between the listing and the look.
      return 0;
    }
  }
}
