package dev.flotilla.systemtests.faults;

import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.bench.JavaProgram;
import dev.flotilla.systemtests.ServerUnderTest;
import dev.flotilla.systemtests.Turnover;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The processes of {@link StoreServer}s, and what each leaves on disk. One thread.
 *
 * @param directory for data and logs
 * @param processes by number
 */
record StoreServers(Path directory, List<ServerUnderTest> processes) {
  private static final List<String> JVM =
      List.of(
          "-Xmx128m",
          "-XX:+UseSerialGC",
          "-XX:-UsePerfData",
          "-XX:TieredStopAtLevel=1",
          "-Dflotilla.log.level=WARN");

  /**
   * Starts the founders of a group.
   *
   * @param environments of each process
   */
  static StoreServers start(
      ChildProcesses children, Path directory, String group, List<Map<String, String>> environments)
      throws IOException {
    Files.createDirectories(directory);
    List<ServerUnderTest> started = new ArrayList<>();
    for (int i = 0; i < environments.size(); i++) {
      JavaProgram program =
          new JavaProgram(
              JavaProgram.classPathOf(StoreServer.class),
              StoreServer.class.getName(),
              JVM,
              List.of(
                  group,
                  Integer.toString(environments.size()),
                  data(directory, i).toString(),
                  events(directory, i).toString(),
                  executions(directory, i).toString()));
      started.add(
          ServerUnderTest.start(
              children, "server-" + (i + 1), program.withEnvironment(environments.get(i))));
    }
    return new StoreServers(directory, started);
  }

  /** Where each listens since its last start. */
  List<URI> addresses() throws IOException, InterruptedException {
    List<URI> addresses = new ArrayList<>();
    for (ServerUnderTest process : processes) {
      addresses.add(URI.create(process.answer("address")));
    }
    return addresses;
  }

  /** What was executed by anyone. */
  List<Executions.Execution> executions() throws IOException {
    List<Executions.Execution> all = new ArrayList<>();
    for (int i = 0; i < processes.size(); i++) {
      all.addAll(Executions.read(executions(directory, i)));
    }
    return all;
  }

  /** What happened to the logs of all of them. */
  Turnover turnover() throws IOException {
    return Turnover.read(
        IntStream.range(0, processes.size()).mapToObj(i -> events(directory, i)).toList());
  }

  /** Where each has its data. */
  List<Path> dataDirectories() {
    return IntStream.range(0, processes.size()).mapToObj(i -> data(directory, i)).toList();
  }

  private static Path data(Path directory, int server) {
    return directory.resolve("data-" + (server + 1));
  }

  private static Path events(Path directory, int server) {
    return directory.resolve("events-" + (server + 1));
  }

  private static Path executions(Path directory, int server) {
    return directory.resolve("executions-" + (server + 1));
  }
}
