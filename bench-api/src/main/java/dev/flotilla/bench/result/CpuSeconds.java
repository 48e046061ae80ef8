package dev.flotilla.bench.result;

import java.util.List;

/**
 * CPU time, user and system, in seconds; 0 where the operating system does not tell.
 *
 * @param clients of the process that hosts all clients
 * @param servers of each server process
 * @param others of everything else on the machine, the kernel's own work and the harness included:
 *     much of it means that the figures are worth little
 */
public record CpuSeconds(double clients, List<Double> servers, double others) {
  /** Copies the list. */
  public CpuSeconds {
    servers = List.copyOf(servers);
  }

  /** Of the client process and all servers. */
  public double measured() {
    return clients + servers.stream().mapToDouble(Double::doubleValue).sum();
  }
}
