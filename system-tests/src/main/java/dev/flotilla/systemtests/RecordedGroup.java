package dev.flotilla.systemtests;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.random.RandomGenerator;

/**
 * The clients of a group, which record what they see while its servers are harmed.
 *
 * <p><b>Thread.</b> One, which blocks for as long as the harm takes.
 *
 * @param servers all of them
 * @param history of what the clients do
 * @param clients those that have begun to ask
 */
public record RecordedGroup(
    ServerGroup servers, History history, List<RecordingClient<?, ?>> clients) {
  /** How many servers there are. */
  public static final int SERVERS = 3;

  private static final long END_SECONDS = 240;

  /** What is done beside each fault. */
  @FunctionalInterface
  public interface Beside {
    /** Does it, and returns when the group serves again. */
    void act() throws IOException, InterruptedException;
  }

  /** A group of servers that were started. */
  public RecordedGroup(ServerGroup servers, History history) {
    this(servers, history, new ArrayList<>());
  }

  /**
   * Has a client begin.
   *
   * @param random of this client alone
   */
  public <C extends History.Told, R extends History.Told> void start(
      RecordingClient.Asked<C, R> asked,
      RecordingClient.Drawn<C, R> workload,
      RandomGenerator random) {
    RecordingClient<C, R> client = new RecordingClient<>(asked, workload, history, random);
    clients.add(client);
    client.start();
  }

  /**
   * Injects every kind of fault in each round, waits for the operations that are wanted, and stops
   * the clients.
   *
   * @param beside done before each fault
   * @return how often each fault was injected
   */
  public Map<Faults.Fault, Integer> harm(int rounds, long operations, Random random, Beside beside)
      throws IOException, InterruptedException {
    Faults faults = new Faults(servers, history, random);
    Map<Faults.Fault, Integer> injected = new TreeMap<>();
    for (int round = 0; round < rounds; round++) {
      List<Faults.Fault> order = new ArrayList<>(List.of(Faults.Fault.values()));
      Collections.shuffle(order, random);
      for (Faults.Fault fault : order) {
        beside.act();
        faults.inject(fault);
        injected.merge(fault, 1, Integer::sum);
      }
    }
    history.awaitOperations(operations);
    stop();
    return injected;
  }

  /**
   * Lets every client finish.
   *
   * @throws IOException if one does not
   */
  public void stop() throws IOException, InterruptedException {
    List<CompletableFuture<Void>> ends = new ArrayList<>();
    clients.forEach(client -> ends.add(client.stop()));
    for (CompletableFuture<Void> end : ends) {
      try {
        end.get(END_SECONDS, TimeUnit.SECONDS);
      } catch (ExecutionException | TimeoutException e) {
        throw new IOException("a client does not end", e);
      }
    }
  }
}
