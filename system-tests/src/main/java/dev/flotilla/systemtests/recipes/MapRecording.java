package dev.flotilla.systemtests.recipes;

import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.GroupClient;
import dev.flotilla.client.dpws.DpwsGroupClient;
import dev.flotilla.systemtests.Fault;
import dev.flotilla.systemtests.History;
import dev.flotilla.systemtests.HistoryOptions;
import dev.flotilla.systemtests.RecordedGroup;
import dev.flotilla.systemtests.RecordingClient;
import dev.flotilla.systemtests.RotatingKeys;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One history of a map on three key-value stores: pairs of keys that are set, set for 1.5 s, read
 * and moved in transactions, while servers are harmed and clocks jump.
 *
 * <p><b>Thread.</b> One, which blocks for as long as the history takes.
 */
final class MapRecording implements AutoCloseable {
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(2);
  private static final Duration TTL = Duration.ofMillis(1_500);
  private static final long END_SECONDS = 60;

  private final HistoryOptions options;
  private final Planted.Fault planted;
  private final History history;
  private final RotatingKeys pairs = new RotatingKeys("pair-", 4);
  private final AtomicLong values = new AtomicLong();
  private final AtomicInteger numbers = new AtomicInteger();
  private final List<GroupClient> connections = new ArrayList<>();
  private final List<MapClient> clients = new ArrayList<>();
  private final List<RecordingClient<MapStep, RecipeSeen>> recording = new ArrayList<>();

  MapRecording(HistoryOptions options, Planted.Fault planted, History history) {
    this.options = options;
    this.planted = planted;
    this.history = history;
  }

  /** Records it; the result is what to print. */
  String run(ChildProcesses processes, JumpingClocks clocks) throws Exception {
    String group = "map-" + UUID.randomUUID();
    Random random = new Random(options.seed());
    RecordedGroup harmed =
        new RecordedGroup(
            options, processes, history, MapServer.class, group, List.of(), clocks.environments());
    for (int i = 0; i < options.clients(); i++) {
      startClient(group, random.nextLong());
    }
    Map<Fault, Integer> injected =
        harmed.harm(random, recording, servers -> clocks.jump(servers, history, random));
    for (MapClient each : clients) {
      each.finish().get(END_SECONDS, TimeUnit.SECONDS);
    }
    return "%s; faults %s".formatted(harmed.summary(), injected);
  }

  private void startClient(String group, long seed) throws IOException {
    GroupClient connection =
        DpwsGroupClient.connect(ClientSettings.of(group).withTimeout(CALL_TIMEOUT));
    connections.add(connection);
    MapClient client = new MapClient(connection, TTL, history, numbers::getAndIncrement);
    clients.add(client);
    RecordingClient<MapStep, RecipeSeen> one =
        new RecordingClient<>(
            client,
            new MapWorkload(pairs, values, TTL.toMillis(), planted),
            history,
            new Random(seed),
            numbers::getAndIncrement);
    recording.add(one);
    one.start();
  }

  @Override
  public void close() {
    connections.forEach(GroupClient::close);
  }
}
