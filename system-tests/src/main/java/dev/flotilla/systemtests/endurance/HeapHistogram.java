package dev.flotilla.systemtests.endurance;

import dev.flotilla.bench.ChildProcess;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What lives in the heap of a Java process: the garbage is collected first, while the program
 * stands still.
 *
 * <p>Before JDK 25, the serial collector goes without that if a thread of the program happens to be
 * in native code with an array that must not be moved, as those of Berkeley DB are for a checksum
 * when Java's first compiler works alone. The JVM says so in its output, and counts garbage, too.
 * Such a count is of no use and made anew.
 *
 * @param bytes of all objects
 * @param beginning the classes that take most, and the lines above them
 */
record HeapHistogram(long bytes, String beginning) {
  /** Below all classes: how many objects there are, and their bytes. */
  private static final Pattern TOTAL = Pattern.compile("(?m)^Total +\\d+ +(\\d+)$");

  /** The process, a heading, and ten classes. */
  private static final int LINES = 13;

  private static final String NOT_COLLECTED = "pre-dump GC was skipped";
  private static final int ATTEMPTS = 10;

  /** Something that has a JVM count, and tells what it answers. */
  @FunctionalInterface
  interface Asking {
    String ask() throws IOException, InterruptedException;
  }

  /**
   * Of a process whose whole output goes to its log; blocks while it stands still.
   *
   * @throws IOException if it cannot be asked, or would not collect its garbage in ten attempts
   */
  static HeapHistogram of(ChildProcess process) throws IOException, InterruptedException {
    return of(process.name(), process.log(), () -> jcmd(process));
  }

  /** Of one that is asked like this, and whose output goes to a file. */
  static HeapHistogram of(String name, Path output, Asking asking)
      throws IOException, InterruptedException {
    for (int i = 0; i < ATTEMPTS; i++) {
      long before = Files.size(output);
      String told = asking.ask();
      if (!since(before, output).contains(NOT_COLLECTED)) {
        return parse(told);
      }
    }
    throw new IOException(
        "cannot tell what lives in the heap of %s: it said \"%s\" %s times in a row"
            .formatted(name, NOT_COLLECTED, ATTEMPTS));
  }

  static HeapHistogram parse(String told) throws IOException {
    Matcher total = TOTAL.matcher(told);
    if (!total.find()) {
      throw new IOException("cannot tell the heap from: " + told);
    }
    String beginning = told.lines().limit(LINES).collect(Collectors.joining("\n"));
    return new HeapHistogram(Long.parseLong(total.group(1)), beginning);
  }

  private static String since(long before, Path output) throws IOException {
    try (InputStream in = Files.newInputStream(output)) {
      in.skipNBytes(before);
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String jcmd(ChildProcess process) throws IOException, InterruptedException {
    Path program = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    String pid = Long.toString(process.pid());
    Process jcmd =
        new ProcessBuilder(
                program.toString(), "-J-XX:TieredStopAtLevel=1", pid, "GC.class_histogram")
            .redirectErrorStream(true)
            .start();
    String answer = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (jcmd.waitFor() != 0) {
      throw new IOException("jcmd of " + process.name() + ": " + answer.strip());
    }
    return answer;
  }
}
