package dev.flotilla.systemtests.faults;

import dev.flotilla.Outcome;
import dev.flotilla.bdb.KeyValueText;
import dev.flotilla.client.dpws.ClientRuntime;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.systemtests.BusyServer;
import dev.flotilla.systemtests.History;
import dev.flotilla.systemtests.RecordedGroup;
import dev.flotilla.systemtests.RecordingClient;
import dev.flotilla.systemtests.ServerGroup;
import dev.flotilla.systemtests.ServerReads;
import dev.flotilla.systemtests.ServerUnderTest;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;

/**
 * One group with its clients, which record what they do from the beginning to {@link #end}.
 *
 * <p><b>Thread.</b> One, which blocks.
 */
final class StoreGroup implements AutoCloseable {
  private static final int PATIENT_CLIENTS = 6;
  private static final int IMPATIENT_CLIENTS = 2;

  private final RecordedGroup recorded;
  private final ClientRuntime runtime;
  private final Uids uids = new Uids();
  private final PairWorkload workload = new PairWorkload();
  private final List<StoreClient> clients = new ArrayList<>();
  private final List<String> sleepers = new ArrayList<>();

  /** Of servers that were started. */
  StoreGroup(ServerGroup servers, History history, ClientRuntime runtime) {
    this.recorded = new RecordedGroup(servers, history);
    this.runtime = runtime;
  }

  /** Waits for the group to serve, and begins to ask. */
  void begin(Random random) throws IOException, InterruptedException {
    recorded.servers().awaitLeader();
    for (int i = 0; i < PATIENT_CLIENTS + IMPATIENT_CLIENTS; i++) {
      StoreClient client =
          connect(i < PATIENT_CLIENTS ? StoreClient.PATIENT : StoreClient.IMPATIENT);
      clients.add(client);
      recorded.start(
          new RecordingClient.Asked<>(client::ask, client::askAgain),
          workload,
          new Random(random.nextLong()));
    }
  }

  private StoreClient connect(Duration timeout) throws IOException {
    return StoreClient.connect(recorded.servers().name(), runtime, uids, timeout);
  }

  RecordedGroup recorded() {
    return recorded;
  }

  /** A client that has one command executed now. */
  Sleeper sleeper(long amount) throws IOException {
    PairCommand command = PairCommand.add("sleeper-" + sleepers.size(), amount);
    sleepers.add(command.key());
    long called = System.nanoTime();
    Sleeper sleeper = Sleeper.begin(connect(StoreClient.PATIENT), command);
    History history = recorded.history();
    history.add(history.nextClient(), command, called, sleeper.told());
    return sleeper;
  }

  /**
   * Lets every client finish, reads every key from each server's own store as part of the history,
   * and ends the servers.
   *
   * @return what contradicts what clients were told; nothing if all is well
   */
  List<String> end() throws IOException, InterruptedException {
    recorded.stop();
    ServerGroup servers = recorded.servers();
    servers.awaitLeader();
    try (ServerReads reads = new ServerReads()) {
      ServerGroup.each(servers.servers(), server -> readAll(reads, server));
    }
    ServerGroup.each(servers.servers(), ServerUnderTest::finish);
    ServerGroup.requireNothingSetAside(servers.servers());
    return uids.judge(StoreServer.executions(servers));
  }

  private void readAll(ServerReads reads, ServerUnderTest server)
      throws IOException, InterruptedException {
    History history = recorded.history();
    int number = history.nextClient();
    URI address = server.address();
    for (String key : Stream.concat(workload.keys().stream(), sleepers.stream()).toList()) {
      PairCommand get = PairCommand.get(key);
      long called = System.nanoTime();
      Bytes told = reads.ask(address, KeyValueText.get(Bytes.utf8(key)));
      history.add(number, get, called, new Outcome.Done<>(get.answer(told)));
    }
  }

  /** For people. */
  String summary() throws IOException {
    String executions =
        String.format(
            Locale.ROOT,
            "%,d uids acknowledged in %s sessions, %,d executed, each at one index",
            uids.acknowledgedCount(),
            uids.sessionCount(),
            StoreServer.executions(recorded.servers()).stream()
                .map(Executions.Execution::uid)
                .distinct()
                .count());
    return recorded.history().summary()
        + "; "
        + executions
        + "; in the logs: "
        + BusyServer.turnover(recorded.servers());
  }

  @Override
  public void close() {
    clients.forEach(StoreClient::close);
  }
}
