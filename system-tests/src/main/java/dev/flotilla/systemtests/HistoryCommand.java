package dev.flotilla.systemtests;

import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.bench.JavaProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * A command that records a history of a new group of three servers, with every kind of fault in
 * each round; it ends with 0 when the history is complete, whatever it says.
 *
 * <p><b>Thread.</b> One, which blocks for as long as the history takes.
 */
public abstract class HistoryCommand extends SystemTestCommand {
  @Option(names = "--seed", required = true, description = "Decides whatever is drawn.")
  private long seed;

  @Option(names = "--rounds", defaultValue = "3", description = "How often each fault is injected.")
  private int rounds;

  @Option(names = "--operations", defaultValue = "5000", description = "How many at the least.")
  private long operations;

  @Option(names = "--clients", defaultValue = "12", description = "Clients at a time.")
  private int clients;

  @Option(
      names = "--classes",
      description =
          "The servers' loaded classes, kept by -XX:ArchiveClassesAtExit; none: load all.")
  private @Nullable Path classes;

  private final List<AutoCloseable> connections = new ArrayList<>();

  /**
   * Records a history.
   *
   * @param model by which it is judged
   * @param name what is done in each of the rounds, for people
   * @param program of a server; its JVM is killed soon, and starts often
   * @param environments of the servers
   * @param recording starts clients, and has the group harmed
   * @return what the recording returns
   */
  protected final String record(
      String model,
      String name,
      JavaProgram program,
      List<Map<String, String>> environments,
      Recording recording)
      throws Exception {
    Path file = directory().resolve("history.jsonl");
    try (ChildProcesses processes = ChildProcesses.open(directory());
        History history = History.begin(file, model, name, seed)) {
      try {
        ServerGroup servers =
            new ServerGroup(processes, directory(), model + "-" + UUID.randomUUID());
        servers.found(archived(program), environments);
        servers.awaitLeader();
        return recording.record(new RecordedGroup(servers, history), new Random(seed));
      } finally {
        for (AutoCloseable connection : connections) {
          connection.close();
        }
      }
    }
  }

  private JavaProgram archived(JavaProgram program) {
    return classes != null && Files.isRegularFile(classes)
        ? program.withJvmOption("-XX:SharedArchiveFile=" + classes)
        : program;
  }

  /** What is recorded. */
  @FunctionalInterface
  protected interface Recording {
    /** Records it, with a group that serves; the result is what to print. */
    String record(RecordedGroup group, Random random) throws Exception;
  }

  /** A program for {@link #record}. */
  protected static JavaProgram java(Class<?> program) {
    return ServerProgram.java(program, "-Xmx128m", "-XX:TieredStopAtLevel=1");
  }

  /** Has a client closed in the end. */
  protected final <T extends AutoCloseable> T closing(T connection) {
    connections.add(connection);
    return connection;
  }

  /** Injects every fault in each round; the result tells how often. */
  protected final String harm(RecordedGroup group, Random random, RecordedGroup.Beside beside)
      throws Exception {
    return "faults " + group.harm(rounds, operations, random, beside);
  }

  /** How often each fault is injected. */
  protected final int rounds() {
    return rounds;
  }

  /** How many clients ask at a time. */
  protected final int clients() {
    return clients;
  }
}
