package dev.flotilla.batteries.storage;

import dev.flotilla.bench.ChildProcess;
import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.bench.JavaProgram;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A {@link SnapshotServer} that is killed, paused, started again and measured. One thread. */
final class MeasuredServer {
  /** What the heap of every server is bounded to. */
  static final int HEAP_MEBIBYTES = 128;

  private static final Duration END = Duration.ofMinutes(2);
  private static final int KIBIBYTE = 1024;

  private final ChildProcesses processes;
  private final String name;
  private final Path directory;
  private final JavaProgram program;
  private ChildProcess process;
  private BufferedReader words;
  private String member;
  private long peakHeapBytes;
  private long peakResidentBytes;

  private MeasuredServer(
      ChildProcesses processes, String name, Path directory, List<String> arguments)
      throws IOException {
    this.processes = processes;
    this.name = name;
    this.directory = directory;
    this.program =
        new JavaProgram(
            JavaProgram.classPathOf(SnapshotServer.class),
            SnapshotServer.class.getName(),
            List.of(
                "-Xmx" + HEAP_MEBIBYTES + "m",
                "-XX:+UseSerialGC",
                "-XX:+ExitOnOutOfMemoryError",
                "-Dflotilla.log.level=WARN"),
            arguments);
    this.process = processes.startToTalk(name, program);
    this.words = words();
    this.member = awaitServing();
  }

  /**
   * Starts one; returns when it serves.
   *
   * @param origin the number of founders, or {@link SnapshotServer#JOINS}
   * @param more as {@link SnapshotServer} takes it
   */
  static MeasuredServer start(
      ChildProcesses processes,
      String name,
      Path directory,
      String group,
      String origin,
      long bytesPerSecond,
      String... more)
      throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of(group, origin, directory.toString(), Long.toString(bytesPerSecond)));
    arguments.addAll(List.of(more));
    return new MeasuredServer(processes, name, directory, arguments);
  }

  String name() {
    return name;
  }

  /** Its member's id. */
  String member() {
    return member;
  }

  Path directory() {
    return directory;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** SIGKILL, without a word of its heap. */
  void kill() throws IOException, InterruptedException {
    measureResident();
    signal("KILL");
    awaitEnd();
  }

  void pause() throws IOException, InterruptedException {
    signal("STOP");
  }

  void goOn() throws IOException, InterruptedException {
    signal("CONT");
  }

  /** On the directory that it had; returns how long it took until it served, in nanoseconds. */
  long startAgain() throws IOException {
    long beginNanos = System.nanoTime();
    process = processes.startToTalk(name, program);
    words = words();
    member = awaitServing();
    return System.nanoTime() - beginNanos;
  }

  /** Measures it, and ends it in order. */
  void stop() throws IOException, InterruptedException {
    measure();
    process.input().close();
    awaitEnd();
  }

  /** Whether it ends by itself. */
  boolean endsWithin(Duration time) throws InterruptedException {
    return process.awaitExit(time);
  }

  /** Takes note of its memory; nothing if it has gone. */
  void measure() throws IOException {
    if (!isAlive()) {
      return;
    }
    measureResident();
    process.input().write('\n');
    process.input().flush();
    String answer = words.readLine();
    if (answer != null && answer.startsWith(SnapshotServer.HEAP)) {
      long bytes = Long.parseLong(answer.substring(SnapshotServer.HEAP.length()));
      peakHeapBytes = Math.max(peakHeapBytes, bytes);
    }
  }

  /** The most that was seen of it, in words. */
  String memory() {
    return String.format(
        Locale.ROOT,
        "%s: heap %d MiB of %d, resident %d MiB",
        name,
        peakHeapBytes >> 20,
        HEAP_MEBIBYTES,
        peakResidentBytes >> 20);
  }

  private void measureResident() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc", process.pid() + "", "status"))) {
      if (line.startsWith("VmHWM:")) {
        long bytes = Long.parseLong(line.replaceAll("\\D", "")) * KIBIBYTE;
        peakResidentBytes = Math.max(peakResidentBytes, bytes);
      }
    }
  }

  private void awaitEnd() throws IOException, InterruptedException {
    if (!process.awaitExit(END)) {
      throw new IOException(name + " does not end");
    }
  }

  private BufferedReader words() {
    return new BufferedReader(new InputStreamReader(process.output(), StandardCharsets.UTF_8));
  }

  private String awaitServing() throws IOException {
    for (String line = words.readLine(); line != null; line = words.readLine()) {
      if (line.startsWith(SnapshotServer.SERVING)) {
        return line.substring(SnapshotServer.SERVING.length());
      }
    }
    throw new IOException(name + " ended before it served");
  }

  private void signal(String signal) throws IOException, InterruptedException {
    String pid = Long.toString(process.pid());
    if (new ProcessBuilder("kill", "-" + signal, pid).start().waitFor() != 0) {
      throw new IOException("cannot send " + signal + " to " + name + ", process " + pid);
    }
  }
}
