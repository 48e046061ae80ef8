package dev.flotilla.batteries.powercuts;

import dev.flotilla.batteries.ServerUnderTest;
import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.bench.JavaProgram;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/**
 * A server, and the file system that is its own.
 *
 * @param process the server
 * @param disk where its data directory is
 */
record CutServer(ServerUnderTest process, MountedDisk disk) {
  static CutServer start(
      ChildProcesses processes, String name, String group, int founders, MountedDisk disk)
      throws IOException {
    JavaProgram program =
        new JavaProgram(
            JavaProgram.classPathOf(JournalServer.class),
            JournalServer.class.getName(),
            List.of(
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-XX:TieredStopAtLevel=1",
                "-Dflotilla.log.level=WARN"),
            List.of(group, Integer.toString(founders), directoryOn(disk).toString()));
    return new CutServer(ServerUnderTest.start(processes, name, program), disk);
  }

  private static Path directoryOn(MountedDisk disk) {
    return disk.mount().resolve("data");
  }

  Path directory() {
    return directoryOn(disk);
  }

  /** Where it listens since its last start. */
  URI address() throws IOException, InterruptedException {
    return URI.create(process.answer("address"));
  }
}
