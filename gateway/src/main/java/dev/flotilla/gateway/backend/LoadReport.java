package dev.flotilla.gateway.backend;

/**
 * What an agent beside a web server reports.
 *
 * @param cpuPerMille how busy the processors are, 0 to 1000
 * @param usedMemoryBytes the memory in use
 * @param freeMemoryBytes the memory that is free
 * @param requests the requests that the web server has counted
 */
public record LoadReport(
    int cpuPerMille, long usedMemoryBytes, long freeMemoryBytes, long requests) {
  /** Nothing was reported. */
  public static final LoadReport NONE = new LoadReport(0, 0, 0, 0);

  /** Checks the numbers. */
  public LoadReport {
    if (cpuPerMille < 0 || cpuPerMille > 1_000) {
      throw new IllegalArgumentException("a load is 0 to 1000 per mille, not " + cpuPerMille);
    }
  }
}
