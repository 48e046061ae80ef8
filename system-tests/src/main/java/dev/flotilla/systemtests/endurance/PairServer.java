package dev.flotilla.systemtests.endurance;

import dev.flotilla.bench.ChildProcess;
import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.bench.JavaProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
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

  private final ChildProcesses processes;
  private final String name;
  private final Path directory;
  private final JavaProgram program;
  private ChildProcess process;
  private HeapHistogram fullest = new HeapHistogram(0, "");

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
    HeapHistogram heap = HeapHistogram.of(process);
    if (heap.bytes() > fullest.bytes()) {
      fullest = heap;
    }
    return new Look.Usage(heap.bytes(), bytes("log"), bytes("snapshot"), bytes("machine"));
  }

  /**
   * What took most of the heap when most was in it, to tell by what a count far above others is.
   */
  String fullest() {
    return String.format(
        Locale.ROOT,
        "most in the heap of %s, %,d bytes:%n%s",
        name,
        fullest.bytes(),
        fullest.beginning());
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
