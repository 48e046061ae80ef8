package dev.flotilla.bench.result;

/**
 * A run that is not valid because a host with its servers was lost, or the system under test
 * failed.
 *
 * @param run which run, in words
 * @param servers the size of the cluster
 * @param reason which host was lost or what failed, and why
 */
public record LostRun(String run, int servers, String reason) {
  /** The file in a result directory that has one line for each. */
  public static final String FILE = "lost-runs.jsonl";

  @Override
  public String toString() {
    return "invalid: %s: %s".formatted(run, reason);
  }
}
