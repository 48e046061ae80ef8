package dev.flotilla.bench.harness;

/**
 * A run that is not valid because a host with its servers was lost; a line of {@code
 * lost-runs.jsonl}.
 *
 * @param run which run, in words
 * @param servers the size of the cluster
 * @param reason which host was lost, and why
 */
record LostRun(String run, int servers, String reason) {
  @Override
  public String toString() {
    return "invalid: %s: %s".formatted(run, reason);
  }
}
