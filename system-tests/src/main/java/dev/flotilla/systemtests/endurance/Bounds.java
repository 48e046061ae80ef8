package dev.flotilla.systemtests.endurance;

/**
 * What must not be exceeded, in bytes of each server unless said otherwise.
 *
 * @param heap after a collection
 * @param heapGrowth from the second quarter of the commands to the last one
 * @param log log
 * @param snapshots snapshots
 * @param database database
 * @param restartMillis from the start of the processes, after SIGKILL of all, to the first
 *     acknowledgement, each time
 */
record Bounds(
    long heap, long heapGrowth, long log, long snapshots, long database, long restartMillis) {
  /** How many things are checked: these, and that no acknowledged command is lost. */
  static final int CHECKS = 7;
}
