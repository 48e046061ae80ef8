package dev.flotilla.sim;

import java.util.List;

/** Bugs about snapshots that arrive (Raft §7). */
final class SnapshotPlants {
  private static final String CORE = "raft-core/src/main/java/dev/flotilla/raft/";
  private static final String SNAPSHOT =
      "raft-storage/src/main/java/dev/flotilla/storage/snapshot/";

  static final List<Plant> ALL =
      List.of(
          Plant.of(
              "the log is reset when the first piece of a snapshot comes",
              CORE + "Snapshots.java",
              "arriving = Optional.of(snapshot); asker = Optional.empty();",
              "arriving = Optional.of(snapshot);"
                  + " replica.effects.write(new SnapshotStep.ResetLog(snapshot));"
                  + " asker = Optional.empty();",
              "recovery",
              "nothing-unforced-is-promised",
              "no-server-stops"),
          Plant.of(
              "the log is reset after a snapshot that is not forced",
              SNAPSHOT + "SnapshotWriter.java",
              "file.write(SnapshotFormat.header(metadata, key), 0); file.force();",
              "file.write(SnapshotFormat.header(metadata, key), 0);",
              "nothing-unforced-is-promised",
              "recovery"));

  private SnapshotPlants() {}
}
