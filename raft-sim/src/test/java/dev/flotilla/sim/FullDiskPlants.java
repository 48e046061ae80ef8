package dev.flotilla.sim;

import java.util.List;

/** Bugs about what a disk has set aside for the log (safety rule 11). */
final class FullDiskPlants {
  private static final String CORE = "raft-core/src/main/java/dev/flotilla/raft/";
  private static final String LOG = "raft-storage/src/main/java/dev/flotilla/storage/log/";

  static final List<Plant> ALL =
      List.of(
          Plant.of(
              "a leader takes commands for which there is no room",
              CORE + "Leader.java",
              "if (!replica.space.admits(payload)) {",
              "if (false) {",
              "no-server-stops"),
          Plant.of(
              "a follower takes entries for which there is no room",
              CORE + "Follower.java",
              "if (!replica.space.takes(payload)) { break; }",
              "",
              "no-server-stops"),
          Plant.of(
                  "room is not counted as used before it is written",
                  CORE + "log/LogSpace.java",
                  "records.add(LogRoom.bytesOf(entry.payload()));",
                  "records.add(0);",
                  "no-server-stops")
              .and(CORE + "log/LogSpace.java", "add(bytesOf(payload));", "add(0);"),
          Plant.of(
                  "room counts that could not be set aside",
                  LOG + "LogWriter.java",
                  "next == LogRoom.Next.READY ? segmentBytes - START_BYTES : 0,",
                  "segmentBytes - START_BYTES,",
                  "no-server-stops")
              .and(
                  CORE + "log/LogRoom.java",
                  "if (next != Next.READY && next != Next.SPARED && nextBytes > 0)",
                  "if (nextBytes < 0)"),
          Plant.of(
              "a leader whose disk is full keeps its office",
              CORE + "Replica.java",
              "return isToHandOver() ? LeadershipOptions.NEVER : options.leadership().priority();",
              "return options.leadership().priority();",
              "liveness"),
          Plant.of(
              "a log for which there was no room stays so for ever",
              LOG + "LogWriter.java",
              "if (spare.state() == LogRoom.Next.NO_ROOM && files.usableBytes()",
              "if (isRetry && files.usableBytes()",
              "liveness"));

  private FullDiskPlants() {}
}
