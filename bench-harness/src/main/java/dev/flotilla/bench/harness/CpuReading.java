package dev.flotilla.bench.harness;

import dev.flotilla.bench.result.CpuSeconds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * CPU time that processes had used at one moment.
 *
 * @param clients of the client process
 * @param servers of each server
 * @param machine of everything on the machine; zero where the operating system does not tell
 */
public record CpuReading(Duration clients, List<Duration> servers, Duration machine) {
  private static final double MILLIS_PER_SECOND = 1_000;
  private static final Path STAT = Path.of("/proc/stat");
  private static final int MILLIS_PER_TICK = 10; // USER_HZ is 100 on every Linux that Java runs on

  // Columns of the first line of /proc/stat, after its name; see proc(5).
  private static final int IDLE_COLUMN = 3;
  private static final int IO_WAIT_COLUMN = 4;
  private static final int COLUMNS = 8; // up to steal; the guests' time that follows is in user's

  /** The machine's processor time so far. */
  public static Duration ofMachine() {
    try (Stream<String> lines = Files.lines(STAT)) {
      return lines.findFirst().map(CpuReading::busy).orElse(Duration.ZERO);
    } catch (IOException noLinux) {
      return Duration.ZERO;
    }
  }

  /** What was used from this reading to a later one. */
  public CpuSeconds until(CpuReading later) {
    double own = seconds(clients, later.clients);
    List<Double> each =
        IntStream.range(0, servers.size())
            .mapToObj(i -> seconds(servers.get(i), later.servers.get(i)))
            .toList();
    CpuSeconds measured = new CpuSeconds(own, each, 0);
    double others = seconds(machine, later.machine) - measured.measured();
    return new CpuSeconds(own, each, Math.max(0, Math.round(others * 100) / 100.0));
  }

  static Duration busy(String statLine) {
    String[] columns = statLine.replaceFirst("cpu\\s+", "").split("\\s+", -1);
    long ticks = 0;
    for (int i = 0; i < Math.min(COLUMNS, columns.length); i++) {
      if (i != IDLE_COLUMN && i != IO_WAIT_COLUMN) {
        ticks += Long.parseLong(columns[i]);
      }
    }
    return Duration.ofMillis(ticks * MILLIS_PER_TICK);
  }

  private static double seconds(Duration from, Duration to) {
    return to.minus(from).toMillis() / MILLIS_PER_SECOND;
  }
}
