package dev.flotilla.sim;

import java.util.List;

/**
 * Bugs that no seed among the first hundreds has shown yet: gaps of the simulator, said openly. One
 * that is noticed reliably moves to its list in {@link Plants}.
 */
final class UnnoticedPlants {
  private static final String CORE = "raft-core/src/main/java/dev/flotilla/raft/";

  static final List<Plant> ALL =
      List.of(
          Plant.of(
              "entries from the disk are not compared with the log",
              CORE + "log/ReplicaLog.java",
              "&& contains(entries.get(count).position())",
              "&& entries.get(count).index() <= lastIndex",
              "log-matching",
              "state-machine-safety",
              "no-server-stops"),
          Plant.of(
              "a snapshot is installed without a segment for the log behind it",
              CORE + "Snapshots.java",
              "if (!isHeld && !replica.space.takesReset()) {",
              "if (false) {",
              "no-server-stops"));

  private UnnoticedPlants() {}
}
