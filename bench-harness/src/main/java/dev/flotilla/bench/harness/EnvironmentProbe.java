package dev.flotilla.bench.harness;

import com.sun.management.OperatingSystemMXBean;
import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.result.Environment;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Finds out where a benchmark runs; what cannot be found out is {@code unknown}. */
final class EnvironmentProbe {
  private static final String UNKNOWN = "unknown";
  private static final long BYTES_PER_MEGABYTE = 1024 * 1024;
  private static final int GIT_SECONDS = 10;

  private EnvironmentProbe() {}

  /**
   * Looks at this machine.
   *
   * @param systems the systems that are measured
   * @param home the root of the checkout
   * @param data a directory on the disk that the servers write to
   * @param commandLine words of the command line
   */
  static Environment probe(
      List<SystemUnderTest> systems, Path home, Path data, List<String> commandLine) {
    Map<String, String> versions = new TreeMap<>();
    systems.forEach(system -> versions.put(system.name(), system.version()));
    return new Environment(
        processor(),
        Runtime.getRuntime().availableProcessors(),
        memoryMegabytes(),
        fileSystem(data),
        property("java.vm.name") + " " + property("java.runtime.version"),
        property("os.name") + " " + property("os.version") + " " + property("os.arch"),
        versions,
        gitCommit(home),
        "flotilla bench " + String.join(" ", commandLine));
  }

  /** This host in a few words. */
  static String machine() {
    return "%s, %s cores, %s"
        .formatted(
            processor(),
            Runtime.getRuntime().availableProcessors(),
            property("java.runtime.version"));
  }

  private static String property(String name) {
    return System.getProperty(name, UNKNOWN);
  }

  private static String processor() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .findFirst()
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .orElse(UNKNOWN);
    } catch (IOException noLinux) {
      return UNKNOWN;
    }
  }

  private static long memoryMegabytes() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize()
        / BYTES_PER_MEGABYTE;
  }

  private static String fileSystem(Path data) {
    try {
      return Files.getFileStore(data).type();
    } catch (IOException e) {
      return UNKNOWN;
    }
  }

  /** The commit, with {@code -dirty} behind it when the tree differs from it. */
  static String gitCommit(Path home) {
    return lineOf(
        new ProcessBuilder("git", "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*")
            .directory(home.toFile()),
        GIT_SECONDS);
  }

  /** What a program prints, which fits into a pipe; unknown if it takes too long or fails. */
  static String lineOf(ProcessBuilder program, long seconds) {
    try {
      Process process = program.redirectError(ProcessBuilder.Redirect.DISCARD).start();
      if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return UNKNOWN;
      }
      String line = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return process.exitValue() == 0 ? line.strip() : UNKNOWN;
    } catch (IOException noProgram) {
      return UNKNOWN;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return UNKNOWN;
    }
  }
}
