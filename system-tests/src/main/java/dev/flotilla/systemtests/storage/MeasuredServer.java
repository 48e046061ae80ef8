package dev.flotilla.systemtests.storage;

import dev.flotilla.bench.JavaProgram;
import dev.flotilla.systemtests.ServerProgram;
import dev.flotilla.systemtests.ServerUnderTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/**
 * A server like {@link SnapshotServer} that is measured before each of its ends, none of which it
 * may come to by itself. One thread; it blocks for some minutes at the most.
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
  private String member;
  private long peakHeapBytes;
  private long peakResidentBytes;

  /** Waits until a server serves that was started. */
  MeasuredServer(ServerUnderTest server) throws IOException, InterruptedException {
    this.server = server;
    this.member = awaitServing();
  }

  /** A program that answers as {@link SnapshotServer} does. */
  static JavaProgram java(Class<?> program) {
    return ServerProgram.java(
        program,
        "-Xmx" + HEAP_MEBIBYTES + "m",
        "-XX:+ExitOnOutOfMemoryError",
        "-Dflotilla.log.level=WARN");
  }

  ServerUnderTest server() {
    return server;
  }

  /** Its member's id. */
  String member() {
    return member;
  }

  /** SIGKILL, without a word of its heap. */
  void kill() throws IOException, InterruptedException {
    measureResident();
    server.kill();
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
    measureResident();
    peakHeapBytes = Math.max(peakHeapBytes, Long.parseLong(server.answer("heap")));
    server.finish();
  }

  /** The most that was seen of it, in words. */
  String memory() {
    return String.format(
        Locale.ROOT,
        "%s: heap %d MiB of %d, resident %d MiB",
        server.name(),
        peakHeapBytes >> 20,
        HEAP_MEBIBYTES,
        peakResidentBytes >> 20);
  }

  /** What its process has done since it was started, in words: what is left is waiting. */
  String work() throws IOException {
    return String.format(
        Locale.ROOT,
        "%.1f s of processor, %d MiB read from the disk",
        server.process().cpuTime().toMillis() / MILLIS,
        said("io", "read_bytes:") >> 20);
  }

  private void measureResident() throws IOException {
    server.requireRunning();
    peakResidentBytes = Math.max(peakResidentBytes, said("status", "VmHWM:") * KIBIBYTE);
  }

  /** A number that the kernel gives of its process, under a name in a file. */
  private long said(String file, String name) throws IOException {
    String pid = Long.toString(server.process().pid());
    return Files.readAllLines(Path.of("/proc", pid, file)).stream()
        .filter(line -> line.startsWith(name))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .findFirst()
        .orElseThrow(() -> new IOException("no " + name + " of " + server.name()));
  }

  private String awaitServing() throws IOException, InterruptedException {
    return server.answer("member", START);
  }
}
