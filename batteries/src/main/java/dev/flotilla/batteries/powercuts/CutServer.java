package dev.flotilla.batteries.powercuts;

import dev.flotilla.batteries.ServerUnderTest;
import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.bench.JavaProgram;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A server, and the file system that is its own.
 *
 * @param process the server
 * @param disk where its data directory is
 */
record CutServer(ServerUnderTest process, MountedDisk disk) {
  private static final long ANSWER_MILLIS = 15_000;

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

  /** Its role, {@code not there} if it does not answer. */
  String role() throws InterruptedException {
    try {
      return process.role().toCompletableFuture().get(ANSWER_MILLIS, TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      return process.isRunning() ? "not there" : process.end();
    }
  }

  /** Where it listens since its last start. */
  URI address() throws IOException, InterruptedException {
    return URI.create(process.answer("address"));
  }
}
