package dev.flotilla.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.loop.DutyCycle;
import dev.flotilla.node.outcome.InsertOutcome;
import dev.flotilla.node.outcome.MembershipOutcome;
import dev.flotilla.node.outcome.QueryOutcome;
import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.ProtocolVersions;
import dev.flotilla.raft.options.RaftOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers whose programs know other commands are members of one group. */
final class CommandVersionsTest {
  private PumpedCluster cluster;

  private void start(long seed, int... versions) throws IOException {
    start(new PumpedCluster(versions.length, seed), versions.length, versions);
  }

  private void start(PumpedCluster servers, int founders, int... versions) throws IOException {
    cluster = servers;
    for (int i = 0; i < versions.length; i++) {
      cluster.servers.get(i).version = ProtocolVersions.COMMAND_VERSIONS;
      restart(i, versions[i]);
    }
    cluster.pumpUntil(
        "the version of the protocol is active",
        () ->
            cluster.servers.subList(0, founders).stream()
                .allMatch(
                    it ->
                        it.node.status().raft().activeVersion()
                            == ProtocolVersions.COMMAND_VERSIONS));
  }

  private void restart(int number, int version) throws IOException {
    TestServer server = cluster.servers.get(number);
    server.node.close();
    cluster.start(server, new JournalMachine().ofVersion(version));
  }

  private InsertOutcome insert(String uid, String name, int commandsVersion) {
    while (true) {
      TestServer leader = cluster.awaitLeader();
      Outcome<InsertOutcome> outcome = new Outcome<>();
      leader.node.insert(new Command(uid, name, Bytes.EMPTY), commandsVersion, outcome);
      cluster.pumpUntil("an answer", outcome::isThere);
      boolean isElsewhere =
          outcome.get() instanceof InsertOutcome.NotLeader
              || outcome.get() instanceof InsertOutcome.Unknown
              || outcome.get() instanceof InsertOutcome.Busy;
      if (!isElsewhere) {
        return outcome.get();
      }
    }
  }

  private void lead(int number) {
    TestServer server = cluster.servers.get(number);
    cluster.pumpUntil(
        "it leads",
        () -> {
          if (!server.node.status().isLeading()) {
            cluster.servers.forEach(
                it -> it.node.transferLeadership(Optional.of(server.member), outcome -> {}));
          }
          return server.node.status().isLeading();
        });
  }

  /** What the devices of the members do by their status. */
  private void report(int number, int version) {
    for (TestServer server : cluster.servers) {
      server.node.commandVersions().report(cluster.servers.get(number).member, version);
    }
  }

  private List<String> uids(int number) {
    return cluster.servers.get(number).machine.uids();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void aLeaderRefusesWhatItsProgramCannotRead(long seed) throws IOException {
    start(seed, 1, 1, 1);
    assertThat(insert("a", "v2", 1))
        .isEqualTo(new InsertOutcome.NotUnderstood("it cannot read v2"));
    assertThat(insert("b", "v1", 1)).isInstanceOf(InsertOutcome.Executed.class);
    assertThat(uids(0)).doesNotContain("a");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void aVersionIsTakenWhenAllMembersHaveReportedIt(long seed) throws IOException {
    start(seed, 2, 2, 1);
    lead(0);
    report(0, 2);
    report(1, 2);
    report(2, 1);
    String behind = cluster.servers.get(2).member.id() + " has version 1";
    assertThat(insert("a", "v2", 2))
        .isInstanceOfSatisfying(
            InsertOutcome.CommandsNotActive.class,
            it -> assertThat(it.reason()).contains("up to version 1", behind));
    assertThat(insert("b", "v1", 1)).isInstanceOf(InsertOutcome.Executed.class);

    restart(2, 2);
    report(2, 2);
    cluster.pumpUntil(
        "all have version 2",
        () ->
            cluster.servers.stream()
                .allMatch(it -> it.node.commandVersions().activeVersion() == 2));
    assertThat(insert("c", "v2", 2)).isInstanceOf(InsertOutcome.Executed.class);
    // A leader that knows nothing of a member that is down goes by the log.
    cluster.cutOff(cluster.servers.get(2));
    restart(0, 2);
    restart(1, 2);
    cluster.pumpUntil(
        "the log tells it",
        () -> cluster.awaitLeader().node.commandVersions().activeVersion() == 2);
    assertThat(insert("d", "v2", 2)).isInstanceOf(InsertOutcome.Executed.class);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void aCommandSentWithoutItsVersionWaitsForIt(long seed) throws IOException {
    start(seed, 2, 2, 1);
    for (int i = 0; i < 2; i++) {
      TestServer server = cluster.servers.get(i);
      server.node.close();
      cluster.start(server, new JournalMachine().ofVersion(2).knowingVersions());
    }
    lead(0);
    assertThat(insert("a", "v2", 1))
        .isInstanceOfSatisfying(
            InsertOutcome.CommandsNotActive.class,
            it -> assertThat(it.reason()).contains("needs version 2", "up to version 1"));
    assertThat(insert("b", "v1", 1)).isInstanceOf(InsertOutcome.Executed.class);
    cluster.pumpUntil("it has applied all", () -> uids(2).equals(List.of("b")));
    assertThat(cluster.servers.get(2).node.appliedLog().stopped()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void aMachineIsToldTheVersionActiveAtACommand(long seed) throws IOException {
    start(seed, 2, 2, 2);
    lead(0);
    assertThat(insert("a", "v2", 1)).isInstanceOf(InsertOutcome.Executed.class);
    for (int i = 0; i < 3; i++) {
      report(i, 2);
    }
    assertThat(
            cluster.awaitLeader().machine.journal().stream()
                .map(CommittedCommand::activeVersion)
                .toList())
        .containsExactly(1);
    cluster.pumpUntil(
        "all have version 2",
        () ->
            cluster.servers.stream()
                .allMatch(it -> it.node.commandVersions().activeVersion() == 2));
    assertThat(insert("b", "v2", 1)).isInstanceOf(InsertOutcome.Executed.class);
    cluster.pumpUntil("all have applied", () -> uids(2).equals(List.of("a", "b")));
    assertThat(
            cluster.servers.get(2).machine.journal().stream()
                .map(CommittedCommand::activeVersion)
                .toList())
        .containsExactly(1, 2);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void whatCannotBeReadStopsTheApplyUntilANewerProgramRuns(long seed) throws IOException {
    start(seed, 2, 2, 1);
    lead(0);
    assertThat(insert("a", "v1", 1)).isInstanceOf(InsertOutcome.Executed.class);
    assertThat(insert("b", "v2", 1)).isInstanceOf(InsertOutcome.Executed.class);
    assertThat(insert("c", "v1", 1)).isInstanceOf(InsertOutcome.Executed.class);
    TestServer old = cluster.servers.get(2);
    cluster.pumpUntil("it has stopped", () -> old.node.appliedLog().stopped().isPresent());
    assertThat(old.node.appliedLog().stopped().get())
        .contains("needs a newer program: upgrade this server", "it cannot read v2");
    assertThat(uids(2)).containsExactly("a");
    Outcome<QueryOutcome<Result>> question = new Outcome<>();
    old.node.query(Bytes.EMPTY, question);
    cluster.pumpUntil("an answer", question::isThere);
    assertThat(question.get())
        .isInstanceOfSatisfying(
            QueryOutcome.Unanswered.class,
            it -> assertThat(it.reason()).contains("needs a newer program"));

    // It keeps its vote, and does not go on leading.
    cluster.cutOff(cluster.servers.get(0));
    cluster.pumpUntil(
        "the other new one leads", () -> cluster.servers.get(1).node.status().isLeading());
    assertThat(insert("d", "v1", 1)).isInstanceOf(InsertOutcome.Executed.class);
    cluster.reconnect();

    restart(2, 2);
    cluster.pumpUntil("it has applied all", () -> uids(2).equals(List.of("a", "b", "c", "d")));
    assertThat(cluster.servers.get(2).node.appliedLog().stopped()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void anOlderProgramStopsAtASnapshotOfNewerCommands(long seed) throws IOException {
    start(seed, 2, 2, 2);
    for (int i = 0; i < 3; i++) {
      report(i, 2);
    }
    cluster.pumpUntil(
        "all have version 2",
        () ->
            cluster.servers.stream()
                .allMatch(it -> it.node.commandVersions().activeVersion() == 2));
    assertThat(insert("a", "v2", 2)).isInstanceOf(InsertOutcome.Executed.class);
    TestServer server = cluster.servers.get(2);
    cluster.pumpUntil("it has applied", () -> uids(2).contains("a"));
    server.node.takeSnapshot();
    cluster.pumpUntil("a snapshot", () -> server.node.metrics().snapshots().lastIndex() > 0);
    restart(2, 2);
    assertThat(cluster.servers.get(2).node.commandVersions().activeVersion()).isEqualTo(2);
    restart(2, 1);
    assertThat(cluster.servers.get(2).node.appliedLog().stopped())
        .get()
        .asString()
        .contains("the group uses version 2 of the commands, this program has version 1");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void aWitnessAppliesEveryVersionAndTakesNoFingerprint(long seed) throws IOException {
    start(new PumpedCluster(2, 1, seed, RaftOptions.DEFAULT), 2, 2, 2, 1);
    lead(0);
    TestServer witness = cluster.servers.get(2);
    List<Member> all = cluster.servers.stream().map(it -> it.member).toList();
    Configuration withWitness = Configuration.of(all, List.of(), List.of(witness.member));
    MembershipOutcome outcome;
    do {
      CompletableFuture<MembershipOutcome> made =
          cluster.servers.get(0).node.changeMembers(withWitness).toCompletableFuture();
      cluster.pumpUntil("an answer", made::isDone);
      outcome = made.join();
    } while (outcome instanceof MembershipOutcome.Busy);
    assertThat(outcome).isEqualTo(new MembershipOutcome.Done(withWitness));
    report(0, 2);
    report(1, 2);
    cluster.pumpUntil(
        "version 2 is active",
        () -> cluster.servers.get(0).node.commandVersions().activeVersion() == 2);
    assertThat(insert("a", "v2", 2)).isInstanceOf(InsertOutcome.Executed.class);
    restart(2, 1);
    long last = cluster.servers.get(0).node.status().appliedIndex();

    cluster.pumpUntil("it is as far", () -> witness.node.status().appliedIndex() >= last);
    cluster.pumpFor(3_000);
    assertThat(witness.node.appliedLog().stopped()).isEmpty();
    assertThat(witness.node.appliedLog().fingerprints()).isEmpty();
  }

  @Test
  void aLeaderThatStopsAnswersAllCommandsThatWait() throws IOException {
    int maxUnapplied = 4;
    RaftOptions options =
        new RaftOptions(
            150_000_000,
            300_000_000,
            50_000_000,
            512,
            262_144,
            4,
            262_144,
            maxUnapplied,
            262_144,
            262_144);
    cluster = new PumpedCluster(1, 1, options);
    TestServer server = cluster.servers.get(0);
    server.version = ProtocolVersions.COMMAND_VERSIONS;
    restart(0, 2);
    cluster.pumpUntil(
        "the version of the protocol is active",
        () -> server.node.status().raft().activeVersion() == ProtocolVersions.COMMAND_VERSIONS);
    cluster.pumpFor(100);
    List<Outcome<InsertOutcome>> outcomes = new ArrayList<>();
    for (int i = 0; i < 4 * maxUnapplied; i++) {
      Outcome<InsertOutcome> outcome = new Outcome<>();
      server.node.insert(new Command("u" + i, "v2", Bytes.EMPTY), outcome);
      outcomes.add(outcome);
    }
    for (int i = 0; i < 10; i++) {
      server.node.loops().stream()
          .filter(it -> !it.name().equals("apply"))
          .forEach(DutyCycle::doWork);
    }

    server.machine.ofVersion(1);
    cluster.pumpUntil("all have answers", () -> outcomes.stream().allMatch(Outcome::isThere));

    assertThat(outcomes).allMatch(it -> it.get() instanceof InsertOutcome.Unknown);
    assertThat(server.node.status().isLeading()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void allMembersComeToTheSameFingerprintAfterRestarts(long seed) throws IOException {
    start(seed, 1, 1, 1);
    for (int i = 0; i < 5; i++) {
      assertThat(insert("u" + i, "v1", 1)).isInstanceOf(InsertOutcome.Executed.class);
    }
    cluster.servers.get(1).node.takeSnapshot();
    cluster.pumpUntil(
        "a snapshot", () -> cluster.servers.get(1).node.metrics().snapshots().lastIndex() > 0);
    restart(1, 1);
    restart(2, 1);
    assertThat(insert("last", "v1", 1)).isInstanceOf(InsertOutcome.Executed.class);
    cluster.pumpUntil(
        "all rest at the same entry",
        () ->
            cluster.servers.stream()
                        .map(it -> it.node.appliedLog().fingerprints())
                        .filter(it -> !it.isEmpty())
                        .map(it -> it.get(it.size() - 1))
                        .filter(
                            it -> it.index() == cluster.servers.get(0).node.status().appliedIndex())
                        .distinct()
                        .count()
                    == 1
                && cluster.servers.stream()
                    .allMatch(
                        it ->
                            it.node.appliedLog().fingerprints().stream()
                                .anyMatch(one -> one.index() == it.node.status().appliedIndex())));
  }
}
