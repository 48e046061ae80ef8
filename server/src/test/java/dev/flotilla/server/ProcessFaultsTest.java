package dev.flotilla.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.CommandOutcome;
import dev.flotilla.client.dpws.DpwsGroupClient;
import dev.flotilla.client.dpws.WireClient;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.testing.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What real processes do to a group when they are killed and stopped. */
@Tag("slow")
class ProcessFaultsTest {
  private static final int ENOUGH = 1_000;
  private static final int STALLED_COMMANDS = 100;

  @TempDir private Path directory;

  @Test
  void everyAcknowledgedCommandIsThereAfterAllServersAreKilledAtOnceUnderLoad() throws Exception {
    try (Cluster cluster = Cluster.found(directory, 3);
        CommandLoad load =
            new CommandLoad(ClientSettings.of(cluster.group()), cluster.runtime(), 10)) {
      cluster.await(ENOUGH + " acknowledgements", () -> load.acknowledgedCount() >= ENOUGH);
      cluster.servers().forEach(ServerProcess::close);
      for (ServerProcess server : cluster.servers()) {
        server.kill();
      }
      long acknowledgedAtTheKill = load.acknowledgedCount();
      cluster.restartAll();
      cluster.awaitLeader();
      load.stop();
      cluster.awaitStatus(
          "three servers that are equally far",
          all ->
              all.stream().map(one -> one.progress().appliedIndex()).distinct().count() == 1
                  && all.size() == 3);
      for (ServerProcess server : cluster.servers()) {
        server.stop();
      }
      assertThat(acknowledgedAtTheKill).isGreaterThanOrEqualTo(ENOUGH);
      DemoVerdict verdict =
          DemoVerdict.of(cluster.journals(), load.acknowledgedUids(), load.sentUids());
      assertThat(verdict.problems()).isEmpty();
    }
  }

  @Test
  @Tag("full")
  void nothingIsAcknowledgedWhileBothFollowersAreStopped() throws Exception {
    try (Cluster cluster = Cluster.found(directory, 3);
        WireClient client = DpwsGroupClient.wire(patient(cluster.group()), cluster.runtime())) {
      assertThat(insert(client).get(Await.limitSeconds(), TimeUnit.SECONDS))
          .isInstanceOf(CommandOutcome.Executed.class);
      List<ServerProcess> followers = cluster.followers();
      for (ServerProcess follower : followers) {
        follower.signal("STOP");
      }
      List<CompletableFuture<CommandOutcome>> stalled = new ArrayList<>();
      for (int i = 0; i < STALLED_COMMANDS; i++) {
        stalled.add(insert(client));
      }
      // Two whole rounds of status: the leader has had time for many elections and heartbeats.
      cluster.awaitStatus("one answer", all -> all.size() == 1);
      cluster.awaitStatus("one answer", all -> all.size() == 1);
      assertThat(stalled).noneMatch(CompletableFuture::isDone);
      followers.get(0).signal("CONT");
      for (CompletableFuture<CommandOutcome> one : stalled) {
        assertThat(one.get(Await.limitSeconds(), TimeUnit.SECONDS))
            .isInstanceOf(CommandOutcome.Executed.class);
      }
      followers.get(1).signal("CONT");
    }
  }

  @Test
  @Tag("full")
  void everyNumberedCommandIsExecutedOnceWhenTheLeaderIsKilledInBetween() throws Exception {
    try (Cluster cluster = Cluster.found(directory, 3);
        WireClient client = DpwsGroupClient.wire(patient(cluster.group()), cluster.runtime())) {
      Set<String> uids = new HashSet<>();
      // Until every server has told the others that it knows sessions, there are none.
      cluster.await("a session", () -> submitted(client, 1, uids).get(0).contains(":session:"));
      submitted(client, STALLED_COMMANDS, uids);
      ServerProcess leader = cluster.leader();
      List<CompletableFuture<CommandOutcome>> underway = submit(client, STALLED_COMMANDS);
      leader.kill();
      List<String> across = ended(underway, uids);
      submitted(client, STALLED_COMMANDS, uids);
      assertThat(across).allMatch(uid -> uid.contains(":session:"));
      cluster.servers().forEach(ServerProcess::close);
      for (ServerProcess server : cluster.servers()) {
        server.kill();
      }
      cluster.restartAll();
      cluster.awaitLeader();
      submitted(client, 1, uids);
      cluster.awaitStatus(
          "three servers that are equally far",
          all ->
              all.stream().map(one -> one.progress().appliedIndex()).distinct().count() == 1
                  && all.size() == 3);
      for (ServerProcess server : cluster.servers()) {
        server.stop();
      }
      assertThat(uids).hasSizeGreaterThan(3 * STALLED_COMMANDS);
      assertThat(DemoVerdict.of(cluster.journals(), uids, uids).problems()).isEmpty();
    }
  }

  private static List<String> submitted(WireClient client, int commands, Set<String> uids) {
    return ended(submit(client, commands), uids);
  }

  private static List<CompletableFuture<CommandOutcome>> submit(WireClient client, int commands) {
    return IntStream.range(0, commands)
        .mapToObj(i -> client.submit("x", Bytes.EMPTY).toCompletableFuture())
        .toList();
  }

  private static List<String> ended(
      List<CompletableFuture<CommandOutcome>> sent, Set<String> uids) {
    List<String> ended = new ArrayList<>();
    for (CompletableFuture<CommandOutcome> one : sent) {
      CommandOutcome end = one.orTimeout(Await.limitSeconds(), TimeUnit.SECONDS).join();
      assertThat(end).isInstanceOf(CommandOutcome.Executed.class);
      ended.add(end.uid());
    }
    uids.addAll(ended);
    return ended;
  }

  private static ClientSettings patient(String group) {
    return ClientSettings.of(group)
        .withTimeout(Duration.ofMillis(60_000))
        .withAttemptTimeout(Duration.ofMillis(1_000))
        .withCalls(2 * STALLED_COMMANDS, 0);
  }

  private static CompletableFuture<CommandOutcome> insert(WireClient client) {
    Command command = new Command("urn:uuid:" + UUID.randomUUID(), "x", Bytes.EMPTY);
    return client.insert(command).toCompletableFuture();
  }
}
