package dev.flotilla.systemtests.faults;

import dev.flotilla.Outcome;
import dev.flotilla.client.dpws.ClientRuntime;
import dev.flotilla.systemtests.History;
import dev.flotilla.systemtests.Operation;
import dev.flotilla.systemtests.RecordingClient;
import dev.flotilla.systemtests.ServerGroup;
import dev.flotilla.systemtests.ServerReads;
import dev.flotilla.systemtests.ServerUnderTest;
import dev.flotilla.systemtests.SetAside;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * One group with its clients, which record what they do from the beginning to {@link #end}.
 *
 * <p><b>Thread.</b> One, which blocks.
 */
final class StoreGroup implements AutoCloseable {
  private static final int PATIENT_CLIENTS = 6;
  private static final int IMPATIENT_CLIENTS = 2;
  private static final long END_SECONDS = 240;

  private final String name;
  private final StoreServers servers;
  private final History history;
  private final ServerGroup group;
  private final ClientRuntime runtime;
  private final Uids uids = new Uids();
  private final PairWorkload workload = new PairWorkload();
  private final AtomicInteger numbers = new AtomicInteger();
  private final List<StoreClient> clients = new ArrayList<>();
  private final List<RecordingClient<PairCommand, PairAnswer>> recording = new ArrayList<>();
  private final List<String> sleepers = new ArrayList<>();

  private StoreGroup(String name, StoreServers servers, History history, ClientRuntime runtime) {
    this.name = name;
    this.runtime = runtime;
    this.servers = servers;
    this.history = history;
    this.group = new ServerGroup(servers.processes(), history);
  }

  /** Waits for the group to serve, and begins to ask. */
  static StoreGroup begin(
      String name, StoreServers servers, History history, ClientRuntime runtime, Random random)
      throws IOException, InterruptedException {
    StoreGroup begun = new StoreGroup(name, servers, history, runtime);
    try {
      begun.group.awaitLeader();
      for (int i = 0; i < PATIENT_CLIENTS + IMPATIENT_CLIENTS; i++) {
        begun.startClient(i < PATIENT_CLIENTS, random.nextLong());
      }
      return begun;
    } catch (IOException e) {
      begun.close();
      throw e;
    }
  }

  private void startClient(boolean isPatient, long seed) throws IOException {
    StoreClient client =
        isPatient
            ? StoreClient.patient(name, runtime, uids)
            : StoreClient.impatient(name, runtime, uids);
    clients.add(client);
    RecordingClient<PairCommand, PairAnswer> one =
        new RecordingClient<>(
            client, workload, history, new Random(seed), numbers::getAndIncrement);
    recording.add(one);
    one.start();
  }

  ServerGroup servers() {
    return group;
  }

  /** A client that has one command executed now. */
  Sleeper sleeper(long amount) throws IOException {
    PairCommand.Add command = new PairCommand.Add("sleeper-" + sleepers.size(), amount);
    sleepers.add(command.key());
    long called = System.nanoTime();
    Sleeper sleeper = Sleeper.begin(StoreClient.patient(name, runtime, uids), command);
    history.add(
        Operation.of(
            numbers.getAndIncrement(), command, called, System.nanoTime(), sleeper.told()));
    return sleeper;
  }

  /** Clients go on until there are so many operations. */
  void awaitOperations(long count) throws IOException, InterruptedException {
    while (history.count() < count) {
      group.awaitExecuted(1);
    }
  }

  /** Adds to the history what was done to the servers. */
  void note(String fault, String detail, long fromNanos) {
    history.addFault(fault, detail, fromNanos, System.nanoTime());
  }

  /**
   * Lets every client finish, reads every key from each server's own store as part of the history,
   * and ends the servers.
   *
   * @return what contradicts what clients were told; nothing if all is well
   */
  List<String> end() throws IOException, InterruptedException {
    stopClients();
    group.awaitLeader();
    try (ServerReads reads = new ServerReads()) {
      for (URI server : servers.addresses()) {
        readAll(reads, server);
      }
    }
    for (ServerUnderTest server : servers.processes()) {
      server.finish();
    }
    SetAside.requireNone(servers.dataDirectories());
    return uids.judge(servers.executions());
  }

  private void stopClients() throws IOException, InterruptedException {
    List<CompletableFuture<Void>> ends = recording.stream().map(RecordingClient::stop).toList();
    for (CompletableFuture<Void> end : ends) {
      try {
        end.get(END_SECONDS, TimeUnit.SECONDS);
      } catch (ExecutionException | TimeoutException e) {
        throw new IOException("a client does not end", e);
      }
    }
  }

  private void readAll(ServerReads reads, URI server) throws IOException {
    int number = numbers.getAndIncrement();
    for (String key : Stream.concat(workload.keys().stream(), sleepers.stream()).toList()) {
      PairCommand.Get get = new PairCommand.Get(key);
      long called = System.nanoTime();
      PairAnswer answer = PairAnswer.to(get, reads.ask(server, get.question()));
      history.add(Operation.of(number, get, called, System.nanoTime(), new Outcome.Done<>(answer)));
    }
  }

  /** For people. */
  String summary() throws IOException {
    String operations =
        String.format(
            Locale.ROOT,
            "%,d operations (%,d executed, %,d rejected, %,d refused, %,d unknown)",
            history.count(),
            history.count(Operation.Outcome.DONE),
            history.count(Operation.Outcome.REJECTED),
            history.count(Operation.Outcome.REFUSED),
            history.count(Operation.Outcome.UNKNOWN));
    String executions =
        String.format(
            Locale.ROOT,
            "%,d uids acknowledged in %s sessions, %,d executed, each at one index",
            uids.acknowledgedCount(),
            uids.sessionCount(),
            servers.executions().stream().map(Executions.Execution::uid).distinct().count());
    return operations + "; " + executions + "; in the logs: " + servers.turnover();
  }

  @Override
  public void close() {
    clients.forEach(StoreClient::close);
  }
}
