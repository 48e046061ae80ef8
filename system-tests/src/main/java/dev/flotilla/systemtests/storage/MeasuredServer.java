package dev.flotilla.systemtests.storage;

import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.bench.JavaProgram;
import dev.flotilla.systemtests.ServerUnderTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;

/**
 * A server like {@link SnapshotServer} that is killed, paused, started again and measured, and that
 * never may end by itself. One thread; it blocks for some minutes at the most.
 */
final class MeasuredServer {
  /** What the heap of every server is bounded to. */
  static final int HEAP_MEBIBYTES = 128;

  /** How a JVM ends that runs out of heap: this is said on no stream that is kept. */
  static final int OUT_OF_HEAP = 3;

  private static final Duration START = Duration.ofMinutes(5);
  private static final int KIBIBYTE = 1024;
  private static final double MILLIS = 1e3;

  private final ServerUnderTest server;
  private final Path directory;
  private String member;
  private long peakHeapBytes;
  private long peakResidentBytes;

  private MeasuredServer(ServerUnderTest server, Path directory)
      throws IOException, InterruptedException {
    this.server = server;
    this.directory = directory;
    this.member = awaitServing();
  }

  /**
   * Starts one; returns when it serves.
   *
   * @param program answers as {@link SnapshotServer} does
   * @param directory where its data are
   * @param arguments of the program
   */
  static MeasuredServer start(
      ChildProcesses processes,
      String name,
      Class<?> program,
      Path directory,
      List<String> arguments)
      throws IOException, InterruptedException {
    JavaProgram java =
        new JavaProgram(
            JavaProgram.classPathOf(program),
            program.getName(),
            List.of(
                "-Xmx" + HEAP_MEBIBYTES + "m",
                "-XX:+UseSerialGC",
                "-XX:+ExitOnOutOfMemoryError",
                "-Dflotilla.log.level=WARN"),
            arguments);
    return new MeasuredServer(ServerUnderTest.start(processes, name, java), directory);
  }

  String name() {
    return server.name();
  }

  /** Its member's id. */
  String member() {
    return member;
  }

  Path directory() {
    return directory;
  }

  /** SIGKILL, without a word of its heap. */
  void kill() throws IOException, InterruptedException {
    requireRunning();
    measureResident();
    server.kill();
  }

  void pause() throws IOException, InterruptedException {
    server.pause();
  }

  void goOn() throws IOException, InterruptedException {
    server.resume();
  }

  /** On the directory that it had; returns how long it took until it served, in nanoseconds. */
  long startAgain() throws IOException, InterruptedException {
    long beginNanos = System.nanoTime();
    server.startAgain();
    member = awaitServing();
    return System.nanoTime() - beginNanos;
  }

  /**
   * Measures it, and ends it in order.
   *
   * @throws IOException if it has ended before, or does not end in order
   */
  void stop() throws IOException, InterruptedException {
    requireRunning();
    measureResident();
    peakHeapBytes = Math.max(peakHeapBytes, Long.parseLong(server.answer(SnapshotServer.HEAP)));
    server.finish();
  }

  /** Waits until it ends by itself, for so long at the most, and tells with which code. */
  OptionalInt endWithin(Duration time) throws InterruptedException {
    return server.awaitEnd(time) ? server.exitCode() : OptionalInt.empty();
  }

  /** The most that was seen of it, in words. */
  String memory() {
    return String.format(
        Locale.ROOT,
        "%s: heap %d MiB of %d, resident %d MiB",
        name(),
        peakHeapBytes >> 20,
        HEAP_MEBIBYTES,
        peakResidentBytes >> 20);
  }

  /** What its process has done since it was started, in words: what is left is waiting. */
  String work() throws IOException {
    Duration processor =
        ProcessHandle.of(server.pid())
            .flatMap(it -> it.info().totalCpuDuration())
            .orElse(Duration.ZERO);
    return String.format(
        Locale.ROOT,
        "%.1f s of processor, %d MiB read from the disk",
        processor.toMillis() / MILLIS,
        said("io", "read_bytes:") >> 20);
  }

  private void measureResident() throws IOException {
    peakResidentBytes = Math.max(peakResidentBytes, said("status", "VmHWM:") * KIBIBYTE);
  }

  /** A number that the kernel gives of its process, under a name in a file. */
  private long said(String file, String name) throws IOException {
    return Files.readAllLines(Path.of("/proc", Long.toString(server.pid()), file)).stream()
        .filter(line -> line.startsWith(name))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .findFirst()
        .orElseThrow(() -> new IOException("no " + name + " of " + name()));
  }

  private void requireRunning() throws IOException {
    if (!server.isRunning()) {
      throw new IOException(server.end());
    }
  }

  private String awaitServing() throws IOException, InterruptedException {
    return server.answer(SnapshotServer.MEMBER, START);
  }
}
