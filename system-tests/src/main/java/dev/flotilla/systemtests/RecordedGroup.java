package dev.flotilla.systemtests;

import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.bench.JavaProgram;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Three servers of a new group, in processes of their own, that are harmed while clients record
 * what they see.
 *
 * <p><b>Thread.</b> One, which blocks for as long as the harm takes.
 */
public final class RecordedGroup {
  /** How many servers there are. */
  public static final int SERVERS = 3;

  private static final long END_SECONDS = 60;

  /** What is done beside each fault. */
  @FunctionalInterface
  public interface Beside {
    /** Does it, and returns when the group serves again. */
    void act(ServerGroup group) throws IOException, InterruptedException;
  }

  private final HistoryOptions options;
  private final History history;
  private final List<ServerUnderTest> servers = new ArrayList<>();
  private final ServerGroup group;

  /**
   * Starts the servers, and waits for a leader.
   *
   * @param program takes the group's name, the number of founders and the data directory, and then
   *     what is given here as arguments
   * @param environments of each server
   */
  public RecordedGroup(
      HistoryOptions options,
      ChildProcesses processes,
      History history,
      Class<?> program,
      String name,
      List<String> arguments,
      List<Map<String, String>> environments)
      throws IOException, InterruptedException {
    this.options = options;
    this.history = history;
    for (int i = 1; i <= SERVERS; i++) {
      List<String> all = new ArrayList<>(List.of(name, Integer.toString(SERVERS)));
      all.add(options.directory().resolve("server-" + i).toString());
      all.addAll(arguments);
      JavaProgram java =
          new JavaProgram(
              JavaProgram.classPathOf(program), program.getName(), options.jvmOptions(), all);
      servers.add(
          ServerUnderTest.start(
              processes, "server-" + i, java.withEnvironment(environments.get(i - 1))));
    }
    this.group = new ServerGroup(servers, history);
    ServerUnderTest unused = group.awaitLeader();
  }

  /** The servers, in the order of their numbers. */
  public List<ServerUnderTest> servers() {
    return List.copyOf(servers);
  }

  /**
   * Injects every kind of fault in each round, waits for the operations that are wanted, and stops
   * the clients.
   *
   * @param recording the clients
   * @param beside done before each fault
   * @return how often each fault was injected
   */
  public Map<Fault, Integer> harm(
      Random random, List<? extends RecordingClient<?, ?>> recording, Beside beside)
      throws Exception {
    Faults faults = new Faults(group, history, random);
    Map<Fault, Integer> injected = new TreeMap<>();
    for (int round = 0; round < options.rounds(); round++) {
      List<Fault> order = new ArrayList<>(List.of(Fault.values()));
      Collections.shuffle(order, random);
      for (Fault fault : order) {
        beside.act(group);
        faults.inject(fault);
        injected.merge(fault, 1, Integer::sum);
      }
    }
    faults.awaitOperations(options.operations());
    List<? extends CompletableFuture<Void>> ends =
        recording.stream().map(RecordingClient::stop).toList();
    for (CompletableFuture<Void> end : ends) {
      end.get(END_SECONDS, TimeUnit.SECONDS);
    }
    return injected;
  }

  /** How many operations there are, and how they ended. */
  public String summary() {
    return "%s operations (%s executed, %s rejected, %s refused, %s unknown)"
        .formatted(
            history.count(),
            history.count(Operation.Outcome.DONE),
            history.count(Operation.Outcome.REJECTED),
            history.count(Operation.Outcome.REFUSED),
            history.count(Operation.Outcome.UNKNOWN));
  }
}
