package dev.flotilla.systemtests.hostile;

import dev.flotilla.bench.ChildProcess;
import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.bench.JavaProgram;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A server process on a host, as the command line starts it. One thread.
 *
 * @param target where it is called at first
 * @param process with its output in a log
 * @param data its directory
 */
record HostileServer(Target target, ChildProcess process, Path data) {
  static final int PORT = 7_001;
  private static final String MAIN = "dev.flotilla.server.FlotillaCommand";
  private static final Pattern TOTAL = Pattern.compile("(?m)^Total +\\d+ +(\\d+)$");

  /**
   * How servers are started.
   *
   * @param classPath with the command line
   * @param directory for data and logs
   * @param heap as {@code 128m}
   * @param fuzzer for the cases that need no server
   */
  record Start(
      ChildProcesses children,
      Hosts hosts,
      String classPath,
      Path directory,
      String heap,
      Fuzzer fuzzer) {

    HostileServer start(int host, String name, List<String> options) throws IOException {
      List<String> arguments = new ArrayList<>(List.of("server"));
      arguments.addAll(options);
      Path data = directory.resolve(name);
      arguments.addAll(List.of("--data", data.toString()));
      arguments.addAll(hosts.options(host));
      List<String> jvm =
          List.of(
              "-Xmx" + heap,
              "-XX:+UseSerialGC",
              "-XX:-UsePerfData",
              "-XX:TieredStopAtLevel=1",
              "-XX:+ExitOnOutOfMemoryError");
      JavaProgram program = new JavaProgram(classPath, MAIN, jvm, arguments);
      String unique = directory.getFileName() + "-" + name;
      return new HostileServer(
          hosts.target(host), children.start(unique, hosts.launcher(host), program), data);
    }

    /** What {@code log dump} prints of a server's log. */
    String dump(HostileServer server) throws IOException, InterruptedException {
      return Network.run(
          new JavaProgram(
                  classPath,
                  MAIN,
                  List.of("-XX:TieredStopAtLevel=1"),
                  List.of("log", "dump", server.data().toString()))
              .command());
    }
  }

  /** Its number. */
  int host() {
    return target.host();
  }

  String log() throws IOException {
    return Files.readString(process.log(), StandardCharsets.UTF_8);
  }

  /** Whether a text is anywhere in its directory, in the log or what was made of it. */
  boolean holds(String text) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(data)) {
      files = all.filter(Files::isRegularFile).toList();
    }
    for (Path file : files) {
      if (Files.exists(file)
          && new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(text)) {
        return true;
      }
    }
    return false;
  }

  /** What lives in its heap after a collection. */
  long liveBytes() throws IOException, InterruptedException {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    String pid = Long.toString(process.pid());
    String told =
        Network.run(
            List.of(jcmd.toString(), "-J-XX:TieredStopAtLevel=1", pid, "GC.class_histogram"));
    Matcher total = TOTAL.matcher(told);
    if (!total.find()) {
      throw new IOException("no total in the histogram of " + process.name() + ": " + told);
    }
    return Long.parseLong(total.group(1));
  }

  void signal(String signal) throws IOException, InterruptedException {
    Network.run(List.of("kill", "-" + signal, Long.toString(process.pid())));
  }
}
