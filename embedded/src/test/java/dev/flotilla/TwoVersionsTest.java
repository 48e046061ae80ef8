package dev.flotilla;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.flotilla.client.MemberKind;
import dev.flotilla.client.Network;
import dev.flotilla.client.ServerEvent;
import dev.flotilla.client.dpws.DpwsGroupAdmin;
import dev.flotilla.client.dpws.ServerAsk;
import dev.flotilla.dpws.http.client.CallFailure;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raftdpws.message.Consistency;
import dev.flotilla.raftdpws.message.ReadLevel;
import dev.flotilla.raftdpws.message.ReadRequest;
import dev.flotilla.raftdpws.message.ReadResponse;
import dev.flotilla.raftdpws.message.ServerRole;
import dev.flotilla.raftdpws.message.StateFingerprints;
import dev.flotilla.raftdpws.message.StatusFact;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.raftdpws.wire.RaftOperations;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers of two versions of one application are members of one group at the same time. */
@Tag("slow")
final class TwoVersionsTest {
  private static final int SERVERS = 3;
  private static final Duration PATIENCE = Await.limit().multipliedBy(2);

  /** Version 1 of the commands. */
  static final class Old {
    sealed interface Order permits Add, Look {}

    record Add(int count) implements Order {}

    record Look() implements Order, Query {}

    private Old() {}
  }

  /** Version 2 of the commands. */
  static final class New {
    sealed interface Order permits Add, Twice, Look {}

    record Add(int count) implements Order {}

    record Twice() implements Order {}

    record Look() implements Order, Query {}

    private New() {}
  }

  record Total(int now) {}

  private static final class OldState implements ReplicatedState<Old.Order, Total> {
    private int total;

    @Override
    public Total apply(Old.Order order, CommandContext context) {
      total += ((Old.Add) order).count();
      return new Total(total);
    }

    @Override
    public Total answer(Old.Order query) {
      return new Total(total);
    }
  }

  private static final class NewState implements ReplicatedState<New.Order, Total> {
    /** What this server adds to each sum; all others add nothing. */
    private final int mistake;

    private int total;

    NewState(int mistake) {
      this.mistake = mistake;
    }

    @Override
    public Total apply(New.Order order, CommandContext context) {
      total += mistake + (order instanceof New.Add add ? add.count() : total);
      return new Total(total);
    }

    @Override
    public Total answer(New.Order query) {
      return new Total(total);
    }
  }

  @TempDir private Path directory;

  private final String name = "versions-" + UUID.randomUUID().toString().substring(0, 8);
  private final Group<Old.Order, Total> first = Group.named(name, Old.Order.class, Total.class);
  private final Group<New.Order, Total> unnamed = Group.named(name, New.Order.class, Total.class);
  private final Group<New.Order, Total> second = unnamed.version(2, New.Twice.class);
  private final List<FlotillaServer> servers = new ArrayList<>();
  private final Queue<ServerEvent> events = new ConcurrentLinkedQueue<>();

  @AfterEach
  void close() {
    servers.forEach(FlotillaServer::close);
  }

  @Test
  void aNewCommandIsTakenOnceAllServersHaveItsVersion() throws Exception {
    upgradeAll(true);
  }

  @Test
  @Tag("full")
  void itIsTakenTooIfTheLeaderIsUpgradedLast() throws Exception {
    upgradeAll(false);
  }

  private void upgradeAll(boolean leaderFirst) throws Exception {
    startAll(
        first.server(new OldState()), first.server(new OldState()), first.server(new OldState()));
    try (FlotillaClient<Old.Order, Total> old = first.client().timeout(PATIENCE).connect();
        FlotillaClient<New.Order, Total> hasty =
            second.client().timeout(Duration.ofSeconds(1)).connect();
        FlotillaClient<New.Order, Total> patient = second.client().timeout(PATIENCE).connect()) {
      assertThat(old.execute(new Old.Add(1))).isEqualTo(new Total(1));
      int total = 1;
      for (int server : order(leaderFirst)) {
        assertThat(Await.present(() -> "never refused", () -> refusal(hasty)))
            .hasMessageContaining(servers.get(server).member());
        restart(server, second.server(new NewState(0)));
        // The client within the new server goes on with the commands that all servers know.
        total += 2;
        patient.execute(new New.Add(1));
        assertThat(old.execute(new Old.Add(1))).isEqualTo(new Total(total));
      }
      assertThat(patient.execute(new New.Twice())).isEqualTo(new Total(2 * total));
      assertThat(patient.execute(new New.Look())).isEqualTo(new Total(2 * total));
    }
    List<StatusResponse> all = awaitStatus(TwoVersionsTest::areComparable);
    assertThat(StateFingerprints.between(all)).isEmpty();
    assertThat(all)
        .allSatisfy(
            it -> {
              assertThat(activeVersion(it)).isEqualTo(2);
              assertThat(it.facts().text(StatusFact.APPLY_STOPPED)).isEmpty();
            });
  }

  /** None if no server has refused the command for its version within the time of the client. */
  private static Optional<CommandRefused> refusal(FlotillaClient<New.Order, Total> hasty) {
    return catchThrowable(() -> hasty.execute(new New.Twice())) instanceof CommandRefused refused
        ? Optional.of(refused)
            .filter(it -> it.getMessage().contains("needs version 2 of the commands"))
        : Optional.empty();
  }

  @Test
  void aServerThatCannotReadACommandAppliesAndAnswersNothing() throws Exception {
    // One that leads has to read every command.
    startAll(
        unnamed.server(new NewState(0)),
        first.server(new OldState()).electionPriority(0),
        first.server(new OldState()).electionPriority(0));
    // A group that is new rejects what it cannot read until its first version is in force.
    awaitStatus(TwoVersionsTest::areComparable);
    try (FlotillaClient<New.Order, Total> client = unnamed.client().timeout(PATIENCE).connect()) {
      client.execute(new New.Add(1));
      assertThat(client.execute(new New.Twice())).isEqualTo(new Total(2));
      awaitStatus(it -> stopped(it).size() == 2);

      assertThatThrownBy(() -> read(servers.get(1)))
          .isInstanceOf(CallFailure.class)
          .hasMessageContaining("needs a newer program: upgrade this server");
      // It has its vote and its log all the same.
      assertThat(client.execute(new New.Twice())).isEqualTo(new Total(4));

      restart(2, unnamed.server(new NewState(0)));
      awaitStatus(it -> stopped(it).equals(List.of(servers.get(1).member())));
      servers.get(0).close();
      assertThat(client.execute(new New.Twice())).isEqualTo(new Total(8));
      awaitStatus(
          it ->
              it.stream()
                  .anyMatch(
                      one ->
                          one.serverRole() == ServerRole.LEADER
                              && idOf(one).equals(servers.get(2).member())));

      restart(1, unnamed.server(new NewState(0)));
      awaitStatus(it -> stopped(it).isEmpty());
      await(() -> isAnswered(servers.get(1), "{\"now\":8}"));
    }
  }

  @Test
  void aServerWhoseStateDivergesIsFound() throws Exception {
    startAll(
        second.server(new NewState(0)),
        second.server(new NewState(7)),
        second.server(new NewState(0)));
    // What is applied before the activation is not compared.
    awaitStatus(it -> it.size() == SERVERS && it.stream().allMatch(one -> activeVersion(one) == 2));
    try (FlotillaClient<New.Order, Total> client = second.client().timeout(PATIENCE).connect()) {
      client.execute(new New.Add(1));
    }
    List<StatusResponse> all = awaitStatus(it -> !StateFingerprints.between(it).isEmpty());
    String found = StateFingerprints.between(all).get(0).text();
    assertThat(found).contains("DIVERGES at index", servers.get(1).member());
    await(() -> events.stream().anyMatch(ServerEvent.StateDiverged.class::isInstance));
  }

  @Test
  @Tag("full")
  void aLearnerThatIsBehindDoesNotBecomeAVoter() throws Exception {
    FlotillaServer alone = start(second.server(new NewState(0)).expect(1), 0);
    try (FlotillaClient<New.Order, Total> client = second.client().timeout(PATIENCE).connect()) {
      client.execute(new New.Twice());
    }
    servers.add(first.server(new OldState()).join().directory(path(1)).start());
    String joiner = servers.get(1).member();
    var unused = alone.admin().add(joiner, MemberKind.VOTER);
    awaitStatus(it -> stopped(it).equals(List.of(joiner)));
    assertThat(voters()).containsExactly(alone.member());

    restart(1, second.server(new NewState(0)));
    await(() -> voters().size() == 2);
  }

  private void startAll(ServerBuilder... builders) throws Exception {
    for (ServerBuilder builder : builders) {
      start(builder.expect(builders.length), servers.size());
    }
    for (FlotillaServer server : servers) {
      server.founded().toCompletableFuture().get(Await.limitSeconds(), TimeUnit.SECONDS);
    }
  }

  private FlotillaServer start(ServerBuilder builder, int number) throws Exception {
    FlotillaServer server = builder.directory(path(number)).start();
    server.listen(events::add, missed -> {});
    servers.add(number, server);
    return server;
  }

  /** Another program takes over the directory of a server. */
  private void restart(int number, ServerBuilder builder) throws Exception {
    servers.remove(number).close();
    start(builder, number);
  }

  private Path path(int number) {
    return directory.resolve("server-" + number);
  }

  /** The leader first, or last. */
  private List<Integer> order(boolean leaderFirst) {
    awaitStatus(it -> it.stream().anyMatch(one -> one.serverRole() == ServerRole.LEADER));
    int leader = 0;
    for (int i = 0; i < SERVERS; i++) {
      leader = servers.get(i).role().equals("leader") ? i : leader;
    }
    int other = (leader + 1) % SERVERS;
    int another = (leader + 2) % SERVERS;
    return leaderFirst ? List.of(leader, other, another) : List.of(other, another, leader);
  }

  /** What this very server answers from what it has applied. */
  private ReadResponse read(FlotillaServer server) throws Exception {
    ReadRequest look = ReadRequest.query(unnamed.question(new New.Look()));
    try (ServerAsk ask = ServerAsk.start(Network.LOOPBACK, Optional.empty())) {
      return ask.ask(
          server.address(),
          RaftOperations.READ,
          look.at(new ReadLevel(Consistency.LOCAL, 0, 0)),
          PATIENCE);
    }
  }

  private boolean isAnswered(FlotillaServer server, String answer) {
    try {
      return read(server).result().equals(Optional.of(Bytes.utf8(answer)));
    } catch (Exception e) {
      return false;
    }
  }

  private List<StatusResponse> status() {
    try {
      return ((DpwsGroupAdmin) servers.get(servers.size() - 1).admin()).responses().join();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<StatusResponse> awaitStatus(Predicate<List<StatusResponse>> wanted) {
    AtomicReference<List<StatusResponse>> last = new AtomicReference<>(List.of());
    await(
        () -> {
          last.set(status());
          return wanted.test(last.get());
        });
    return last.get();
  }

  private void await(Await.Condition condition) {
    Await.until(() -> "not so: " + status(), condition);
  }

  private static String idOf(StatusResponse server) {
    return server.self().member().id().toString();
  }

  private static long activeVersion(StatusResponse server) {
    return server.facts().number(StatusFact.ACTIVE_COMMANDS_VERSION).orElse(0);
  }

  private static List<String> stopped(List<StatusResponse> all) {
    return all.stream()
        .filter(it -> it.facts().text(StatusFact.APPLY_STOPPED).isPresent())
        .map(TwoVersionsTest::idOf)
        .toList();
  }

  private List<String> voters() {
    return status().stream()
        .flatMap(it -> it.configuration().stream())
        .max(Comparator.comparing(it -> it.voters().size()))
        .map(it -> it.voters().stream().map(member -> member.id().toString()).toList())
        .orElse(List.of());
  }

  /** Whether all servers report their state at one index. */
  private static boolean areComparable(List<StatusResponse> all) {
    return all.size() == SERVERS
        && StateFingerprints.of(all.get(0)).stream()
            .anyMatch(
                one ->
                    all.stream()
                        .allMatch(
                            it ->
                                StateFingerprints.of(it).stream()
                                    .anyMatch(other -> other.index() == one.index())));
  }
}
