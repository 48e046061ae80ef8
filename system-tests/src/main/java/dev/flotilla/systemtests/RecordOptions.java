package dev.flotilla.systemtests;

import java.nio.file.Path;

/**
 * What a history is to be.
 *
 * @param directory for the history, and the servers' data and logs; new
 * @param seed what is drawn: commands, victims, the order of faults
 * @param rounds how often each fault is injected
 * @param operations how many there must be at the least, however fast the rounds are over
 * @param clients how many ask at a time
 * @param reads who answers reads
 */
record RecordOptions(
    Path directory, long seed, int rounds, long operations, int clients, Reads reads) {
  /** Who answers reads. */
  enum Reads {
    /** The group, linearizably. */
    GROUP,
    /** Any server, from what it has applied: the control, which must be found out. */
    ANY_SERVER;

    @Override
    public String toString() {
      return this == GROUP ? "the group" : "any server alone";
    }
  }
}
