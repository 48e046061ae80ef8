package dev.flotilla.bench.result;

import java.util.List;

/**
 * CPU time, user and system, in seconds; 0 where the operating system does not tell.
 *
 * @param clients of the process that hosts all clients
 * @param servers of each server process
 */
public record CpuSeconds(double clients, List<Double> servers) {
  /** Copies the list. */
  public CpuSeconds {
    servers = List.copyOf(servers);
  }
}
