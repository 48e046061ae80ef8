package dev.flotilla.bench.harness;

import dev.flotilla.bench.harness.paired.ProcFiles;
import dev.flotilla.bench.result.CpuSeconds;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * CPU time that processes had used at one moment.
 *
 * @param clients of the client process
 * @param servers of each server
 * @param machine of everything on the machine; zero where the operating system does not tell
 */
public record CpuReading(Duration clients, List<Duration> servers, Duration machine) {
  private static final double MILLIS_PER_SECOND = 1_000;

  /** The machine's processor time so far. */
  public static Duration ofMachine() {
    return new ProcFiles().machineUsed();
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

  private static double seconds(Duration from, Duration to) {
    return to.minus(from).toMillis() / MILLIS_PER_SECOND;
  }
}
