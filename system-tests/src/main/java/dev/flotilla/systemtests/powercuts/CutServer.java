package dev.flotilla.systemtests.powercuts;

import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.bench.JavaProgram;
import dev.flotilla.storage.disk.ReadOnlyDisk;
import dev.flotilla.storage.log.Inspection;
import dev.flotilla.systemtests.ServerUnderTest;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A server, and the file system that is its own.
 *
 * @param process the server
 * @param disk where its data directory is
 * @param events what it notes for {@link dev.flotilla.systemtests.Turnover}, on a disk that is not
 *     cut
 */
record CutServer(ServerUnderTest process, MountedDisk disk, Path events) {
  static CutServer start(
      ChildProcesses processes, String name, List<String> group, MountedDisk disk, Path events)
      throws IOException {
    List<String> arguments = new ArrayList<>(group);
    arguments.addAll(List.of(directoryOn(disk).toString(), events.toString()));
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
            arguments);
    return new CutServer(ServerUnderTest.start(processes, name, program), disk, events);
  }

  private static Path directoryOn(MountedDisk disk) {
    return disk.mount().resolve("data");
  }

  Path directory() {
    return directoryOn(disk);
  }

  /** What it has promised by now. */
  Promise promise() throws IOException, InterruptedException {
    return Promise.parse(process.answer(Promise.QUESTION));
  }

  /** What is on its disk; it must not run. */
  Inspection inspect() {
    return Inspection.of(new ReadOnlyDisk(directory()));
  }

  /**
   * What is on its disk, which must hold what it had promised.
   *
   * @throws IOException with what is missing
   */
  Inspection inspect(Promise promise, Ledger ledger) throws IOException {
    Inspection log = inspect();
    List<String> broken = promise.brokenBy(log, ledger);
    if (!broken.isEmpty()) {
      throw new IOException(
          "the disk of %s does not hold what it had promised: %s"
              .formatted(process.name(), String.join("; ", broken)));
    }
    return log;
  }

  /** Where it listens since its last start. */
  URI address() throws IOException, InterruptedException {
    return URI.create(process.answer("address"));
  }
}
