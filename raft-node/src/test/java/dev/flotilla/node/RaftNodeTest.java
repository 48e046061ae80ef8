package dev.flotilla.node;

import static dev.flotilla.node.Commands.command;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.node.loop.DutyCycle;
import dev.flotilla.node.loop.NodeState;
import dev.flotilla.node.outcome.Dated;
import dev.flotilla.node.outcome.ExecutedCommand;
import dev.flotilla.node.outcome.Freshness;
import dev.flotilla.node.outcome.InsertOutcome;
import dev.flotilla.node.outcome.QueryOutcome;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.raft.Role;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.storage.disk.MemoryDisk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class RaftNodeTest {
  private static final RaftOptions D = RaftOptions.DEFAULT;

  private final PumpedCluster cluster = new PumpedCluster(3, 1);

  private Outcome<InsertOutcome> insert(TestServer server, Command command) {
    Outcome<InsertOutcome> outcome = new Outcome<>();
    server.node.insert(command, outcome);
    return outcome;
  }

  private InsertOutcome execute(TestServer server, Command command) {
    Outcome<InsertOutcome> outcome = insert(server, command);
    cluster.pumpUntil(command.uid() + " is answered", outcome::isThere);
    return outcome.get();
  }

  private static InsertOutcome executed(int number) {
    return new InsertOutcome.Executed(Result.ok(Bytes.utf8(Integer.toString(number))));
  }

  private void awaitAllApplied(int commands) {
    cluster.pumpUntil(
        "all applied " + commands,
        () -> cluster.servers.stream().allMatch(it -> it.machine.uids().size() == commands));
  }

  @Test
  void executesACommandOnEveryServerAndAnswersWithItsResult() {
    TestServer leader = cluster.awaitLeader();
    assertThat(execute(leader, command("a"))).isEqualTo(executed(1));
    assertThat(execute(leader, command("b"))).isEqualTo(executed(2));
    awaitAllApplied(2);
    for (TestServer server : cluster.servers) {
      assertThat(server.machine.uids()).containsExactly("a", "b");
      assertThat(server.node.status().commitIndex()).isEqualTo(3);
    }
  }

  @Test
  void followerRefusesAndNamesTheLeader() {
    TestServer leader = cluster.awaitLeader();
    assertThat(execute(cluster.otherThan(leader), command("a")))
        .isEqualTo(new InsertOutcome.NotLeader(Optional.of(leader.member)));
  }

  @Test
  void singleServerServesAlone() {
    PumpedCluster alone = new PumpedCluster(1, 2);
    TestServer server = alone.awaitLeader();
    Outcome<InsertOutcome> outcome = insert(server, command("a"));
    alone.pumpUntil("a is answered", outcome::isThere);
    assertThat(outcome.get()).isEqualTo(executed(1));
  }

  @Test
  void retryAfterAChangeOfLeaderGetsTheFirstResult() {
    TestServer first = cluster.awaitLeader();
    InsertOutcome outcome = execute(first, command("a"));
    execute(first, command("b"));
    awaitAllApplied(2);
    cluster.cutOff(first);
    TestServer second = cluster.awaitLeader();
    assertThat(second).isNotSameAs(first);
    long entries = second.node.status().lastIndex();
    assertThat(execute(second, command("a"))).isEqualTo(outcome).isEqualTo(executed(1));
    assertThat(second.node.status().lastIndex()).as("no entry is needed").isEqualTo(entries);
    assertThat(second.machine.uids()).containsExactly("a", "b");
  }

  @Test
  void attemptsThatArePendingTogetherShareOneEntryAndOneAnswer() {
    TestServer leader = cluster.awaitLeader();
    long entries = leader.node.status().lastIndex();
    List<Outcome<InsertOutcome>> outcomes = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      outcomes.add(insert(leader, command("a")));
    }
    cluster.pumpUntil("all are answered", () -> outcomes.stream().allMatch(Outcome::isThere));
    assertThat(outcomes).extracting(Outcome::get).containsOnly(executed(1));
    assertThat(leader.node.status().lastIndex()).isEqualTo(entries + 1);
  }

  @Test
  void sameUidWithAnotherCommandIsInvalidWhilePendingAndAfterwards() {
    TestServer leader = cluster.awaitLeader();
    Outcome<InsertOutcome> first = insert(leader, command("a", "x=1"));
    Outcome<InsertOutcome> second = insert(leader, command("a", "x=2"));
    cluster.pumpUntil("both are answered", () -> first.isThere() && second.isThere());
    assertThat(first.get()).isEqualTo(executed(1));
    assertThat(second.get()).isInstanceOf(InsertOutcome.Invalid.class);
    assertThat(execute(leader, command("a", "x=3"))).isInstanceOf(InsertOutcome.Invalid.class);
    awaitAllApplied(1);
  }

  @Test
  void tooLargeCommandIsInvalidAtOnce() {
    Command large = new Command("a", "x", Bytes.wrap(new byte[RaftNode.MAX_COMMAND_BYTES]));
    assertThat(insert(cluster.servers.get(0), large).get())
        .isInstanceOf(InsertOutcome.Invalid.class);
  }

  @Test
  void deposedLeaderAnswersUnknownAndTheRetryIsExecutedOnce() {
    TestServer first = cluster.awaitLeader();
    cluster.cutOff(first);
    Outcome<InsertOutcome> pending = insert(first, command("a"));
    cluster.pumpUntil("the deposed leader answers", pending::isThere);
    assertThat(pending.get()).isInstanceOf(InsertOutcome.Unknown.class);
    assertThat(first.node.metrics().unknownOutcomes()).isEqualTo(1);
    TestServer second = cluster.awaitLeader();
    assertThat(execute(second, command("a"))).isEqualTo(executed(1));
    cluster.reconnect();
    awaitAllApplied(1);
    assertThat(first.machine.uids()).containsExactly("a");
  }

  @Test
  void leaderWithTwoSilentFollowersAcknowledgesNothing() {
    TestServer leader = cluster.awaitLeader();
    cluster.servers.stream().filter(it -> it != leader).forEach(cluster::cutOff);
    List<Outcome<InsertOutcome>> outcomes = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      outcomes.add(insert(leader, command("c" + i)));
      cluster.pumpFor(2);
    }
    cluster.pumpFor(2_000);
    assertThat(outcomes)
        .extracting(Outcome::get)
        .doesNotHaveAnyElementsOfTypes(InsertOutcome.Executed.class);
    assertThat(cluster.servers).allMatch(server -> server.machine.uids().isEmpty());
  }

  @Test
  void leaderThatLosesOfficeAfterItsEntryCommittedStillAnswersWithTheResult() {
    TestServer leader = cluster.awaitLeader();
    Outcome<InsertOutcome> outcome = insert(leader, command("a"));
    // The apply loop stands still until the office is lost.
    DutyCycle group = leader.node.loops().get(0);
    DutyCycle log = leader.node.loops().get(1);
    cluster.pumpUntil("the entry is on its way", () -> leader.node.status().lastIndex() == 2);
    log.doWork();
    cluster.pumpUntil("it is committed", () -> leader.node.status().commitIndex() == 2);
    cluster.cutOff(leader);
    cluster.pumpUntil("the office is lost", () -> !leader.node.status().isLeading());
    group.doWork();
    cluster.pumpUntil("it is answered", outcome::isThere);
    assertThat(outcome.get()).isEqualTo(executed(1));
  }

  @Test
  void everyAcknowledgedCommandIsThereAfterARestartOfAllThree() throws IOException {
    TestServer leader = cluster.awaitLeader();
    for (int i = 1; i <= 50; i++) {
      assertThat(execute(leader, command("c" + i))).isEqualTo(executed(i));
    }
    cluster.servers.forEach(server -> server.node.close());
    cluster.forgetNetwork();
    for (TestServer server : cluster.servers) {
      cluster.start(server);
    }
    TestServer next = cluster.awaitLeader();
    assertThat(execute(next, command("c7"))).as("a retry").isEqualTo(executed(7));
    assertThat(execute(next, command("new"))).isEqualTo(executed(51));
    awaitAllApplied(51);
  }

  @Test
  void machineThatComesBackOlderIsReplayedAndRemembersForItself() throws IOException {
    TestServer leader = cluster.awaitLeader();
    for (int i = 1; i <= 20; i++) {
      execute(leader, command("c" + i));
    }
    cluster.servers.forEach(server -> server.node.close());
    cluster.forgetNetwork();
    for (TestServer server : cluster.servers) {
      cluster.start(server, leader.machine.asOf(12));
    }
    TestServer next = cluster.awaitLeader();
    assertThat(execute(next, command("c12"))).isEqualTo(executed(12));
    assertThat(execute(next, command("c20"))).isEqualTo(executed(20));
    assertThat(execute(next, command("c21"))).isEqualTo(executed(21));
    assertThat(next.machine.uids()).hasSize(21).doesNotHaveDuplicates();
  }

  @Test
  void machineThatIsAheadOfItsLogIsRefused() {
    TestServer server = cluster.servers.get(0);
    server.node.close();
    JournalMachine machine = JournalMachine.claiming(server.node.status().lastIndex() + 1);
    assertThatThrownBy(() -> cluster.start(server, machine))
        .isInstanceOf(MachineAheadOfLog.class)
        .hasMessageContaining("has applied entry 1")
        .hasMessageContaining("ends at entry 0");
    assertThat(machine.isTerminated()).isTrue();
  }

  @Test
  void anErrorOfTheMachineAtTheStartIsPassedOnAndTheMachineTerminated() {
    PumpedCluster alone = new PumpedCluster(1, 2);
    TestServer server = alone.awaitLeader();
    Outcome<InsertOutcome> outcome = insert(server, command("a"));
    alone.pumpUntil("a is answered", outcome::isThere);
    server.node.takeSnapshot();
    alone.pumpUntil("there is a snapshot", () -> server.machine.snapshotsKept() == 1);
    server.node.close();
    JournalMachine machine = new JournalMachine();
    StackOverflowError error = new StackOverflowError("planted: a record nested too deep");
    machine.whileRestoring(
        () -> {
          throw error;
        });

    assertThatThrownBy(() -> alone.start(server, machine)).isSameAs(error);

    assertThat(machine.isTerminated()).isTrue();
  }

  @Test
  void serverThatWasPausedHandlesWhatArrivedBeforeItsTimeout() {
    TestServer leader = cluster.awaitLeader();
    int preVotes = cluster.preVotes();
    TestServer follower = cluster.otherThan(leader);
    for (int i = 0; i < 20; i++) {
      cluster.pause(follower);
      cluster.pumpFor(1_000);
      cluster.goOn();
      follower.node.loops().get(0).doWork();
      assertThat(follower.node.status().role()).isEqualTo(Role.FOLLOWER);
    }
    assertThat(cluster.preVotes()).isEqualTo(preVotes);
  }

  @Test
  void followerThatWasAwayCatchesUpFromTheDiskOfTheLeader() {
    RaftOptions littleMemory =
        new RaftOptions(
            D.electionTimeoutMinNanos(),
            D.electionTimeoutMaxNanos(),
            D.heartbeatNanos(),
            7,
            1000,
            2,
            D.maxUncommittedBytes(),
            5,
            400,
            300);
    PumpedCluster small = new PumpedCluster(3, 5, littleMemory);
    TestServer leader = small.awaitLeader();
    TestServer away = small.otherThan(leader);
    small.cutOff(away);
    List<Outcome<InsertOutcome>> outcomes = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      outcomes.add(insert(leader, command("c" + i)));
    }
    small.pumpUntil("all are answered", () -> outcomes.stream().allMatch(Outcome::isThere));
    small.reconnect();
    small.pumpUntil("it caught up", () -> away.machine.uids().size() == 200);
    assertThat(away.machine.uids()).isEqualTo(leader.machine.uids());
  }

  @Test
  void confirmedQuestionSeesWhatWasAcknowledgedBefore() {
    TestServer leader = cluster.awaitLeader();
    execute(leader, command("a"));
    Outcome<QueryOutcome<Result>> count = new Outcome<>();
    Outcome<QueryOutcome<Optional<ExecutedCommand>>> known = new Outcome<>();
    Outcome<QueryOutcome<Optional<ExecutedCommand>>> unheard = new Outcome<>();
    Outcome<QueryOutcome<Optional<ExecutedCommand>>> latest = new Outcome<>();
    leader.node.query(Bytes.EMPTY, count);
    leader.node.find("a", known);
    leader.node.find("b", unheard);
    leader.node.findLatest(latest);
    cluster.pumpUntil("they are answered", () -> latest.isThere() && count.isThere());
    assertThat(count.get()).isEqualTo(new QueryOutcome.Answered<>(Result.ok(Bytes.utf8("1"))));
    ExecutedCommand a =
        ((QueryOutcome.Answered<Optional<ExecutedCommand>>) known.get()).value().orElseThrow();
    assertThat(a.position().index()).isEqualTo(2);
    assertThat(a.success()).isTrue();
    assertThat(a.result()).contains(Bytes.utf8("1"));
    assertThat(latest.get()).isEqualTo(known.get());
    assertThat(unheard.get()).isEqualTo(new QueryOutcome.Answered<>(Optional.empty()));
  }

  @Test
  void questionToAFollowerSeesWhatWasAcknowledgedBefore() {
    TestServer leader = cluster.awaitLeader();
    for (int i = 1; i <= 20; i++) {
      assertThat(execute(leader, command("c" + i))).isEqualTo(executed(i));
      Outcome<QueryOutcome<Result>> count = new Outcome<>();
      cluster.otherThan(leader).node.query(Bytes.EMPTY, count);
      cluster.pumpUntil("it is answered", count::isThere);
      assertThat(count.get()).isEqualTo(new QueryOutcome.Answered<>(Result.ok(Bytes.utf8("" + i))));
    }
  }

  @Test
  void questionIsNotAnsweredByWhoHearsNobody() {
    TestServer leader = cluster.awaitLeader();
    TestServer follower = cluster.otherThan(leader);
    cluster.cutOff(follower);
    Outcome<QueryOutcome<Result>> atFollower = new Outcome<>();
    follower.node.query(Bytes.EMPTY, atFollower);
    cluster.pumpUntil("it is refused", atFollower::isThere);
    assertThat(atFollower.get()).isInstanceOf(QueryOutcome.NotLeader.class);
    cluster.reconnect();
    cluster.cutOff(leader);
    Outcome<QueryOutcome<Result>> atDeposed = new Outcome<>();
    leader.node.query(Bytes.EMPTY, atDeposed);
    cluster.pumpUntil("it is refused", atDeposed::isThere);
    assertThat(atDeposed.get()).isInstanceOf(QueryOutcome.NotLeader.class);
  }

  @Test
  void localQuestionIsAnsweredByAnyServerFromWhatItHasApplied() {
    TestServer leader = cluster.awaitLeader();
    execute(leader, command("a"));
    TestServer follower = cluster.otherThan(leader);
    awaitAllApplied(1);
    cluster.cutOff(follower);
    Outcome<QueryOutcome<Dated<Result>>> count = new Outcome<>();
    follower.node.reads().query(Bytes.EMPTY, Freshness.local(0), count);
    cluster.pumpUntil("it is answered", count::isThere);
    assertThat(((QueryOutcome.Answered<Dated<Result>>) count.get()).value().value())
        .isEqualTo(Result.ok(Bytes.utf8("1")));
  }

  @Test
  void questionThatBreaksTheMachineIsUnanswerableAndTheNodeGoesOn() {
    TestServer leader = cluster.awaitLeader();
    Outcome<QueryOutcome<Result>> bad = new Outcome<>();
    leader.node.query(Bytes.utf8("?"), bad);
    cluster.pumpUntil("it is answered", bad::isThere);
    assertThat(bad.get()).isInstanceOf(QueryOutcome.Unanswerable.class);
    assertThat(execute(leader, command("a"))).isEqualTo(executed(1));
  }

  @Test
  void questionLargerThanACommandMayBeIsUnanswerableAndNeverReachesTheMachine() {
    TestServer leader = cluster.awaitLeader();
    leader.machine.breakDownAtAQuestion();
    Bytes large = Bytes.copyOf(new byte[RaftNode.MAX_COMMAND_BYTES + 1]);
    Outcome<QueryOutcome<Result>> atLeader = new Outcome<>();
    leader.node.query(large, atLeader);
    Outcome<QueryOutcome<Dated<Result>>> locally = new Outcome<>();
    leader.node.reads().query(large, Freshness.local(0), locally);
    assertThat(atLeader.get())
        .isEqualTo(locally.get())
        .asString()
        .contains("Unanswerable", "1048577 bytes", "at most 1048576");
    assertThat(execute(leader, command("a"))).isEqualTo(executed(1));
  }

  @Test
  void machineThatCannotGoOnAfterAQuestionStopsItsNodeThoughNoCommandComes() {
    TestServer leader = cluster.awaitLeader();
    leader.machine.breakDownAtAQuestion();
    Outcome<QueryOutcome<Result>> asked = new Outcome<>();
    leader.node.query(Bytes.EMPTY, asked);
    cluster.pumpUntil("it is answered", asked::isThere);
    assertThat(asked.get()).isInstanceOf(QueryOutcome.Unanswerable.class);
    assertStoppedBy(leader, "keeps it from going on");
  }

  @Test
  void machineThatFailsToApplyStopsItsNodeAndTheOutcomeIsUnknown() {
    TestServer leader = cluster.awaitLeader();
    leader.machine.breakDown();
    assertThat(execute(leader, command("a"))).isInstanceOf(InsertOutcome.Unknown.class);
    assertStoppedBy(leader, "a machine that fails");
    assertStoppedBy(leader, "failed to apply index ");
    assertStoppedBy(leader, "(uid 'a', command 'set a')");
  }

  @Test
  void failedForceStopsTheNodeLoudlyAndAcknowledgesNothing() {
    TestServer leader = cluster.awaitLeader();
    leader.disk.plant(MemoryDisk.Force.FAILS);
    assertThat(execute(leader, command("a"))).isInstanceOf(InsertOutcome.Unknown.class);
    assertStoppedBy(leader, "a force that fails");
    assertThat(insert(leader, command("b")).get())
        .isEqualTo(new InsertOutcome.NotLeader(Optional.empty()));
  }

  private void assertStoppedBy(TestServer server, String cause) {
    cluster.pumpUntil("it has stopped", () -> server.node.stopped().toCompletableFuture().isDone());
    assertThat(server.node.status().state()).isEqualTo(NodeState.FAILED);
    assertThatThrownBy(() -> server.node.stopped().toCompletableFuture().join())
        .isInstanceOf(CompletionException.class)
        .hasMessageContaining(cause);
    assertThat(server.machine.isTerminated()).isTrue();
  }

  @Test
  void commandsThatAreTooManyBytesTogetherAreAnsweredBusy() {
    TestServer leader = cluster.awaitLeader();
    List<Outcome<InsertOutcome>> outcomes = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      outcomes.add(insert(leader, new Command("large-" + i, "x".repeat(50_000), Bytes.EMPTY)));
    }
    assertThat(outcomes.get(199).get())
        .isEqualTo(new InsertOutcome.Busy("8192 requests, or 8388608 bytes of them, wait already"));
    cluster.pumpFor(1000);
    assertThat(execute(leader, command("small"))).isInstanceOf(InsertOutcome.Executed.class);
  }

  @Test
  void fullClientMailboxAnswersBusyWhileHeartbeatsGoOn() {
    RaftOptions littleRoom =
        new RaftOptions(
            D.electionTimeoutMinNanos(),
            D.electionTimeoutMaxNanos(),
            D.heartbeatNanos(),
            D.maxEntriesPerAppend(),
            D.maxBytesPerAppend(),
            D.maxInflightAppends(),
            1000,
            D.maxUnappliedEntries(),
            D.maxUnappliedBytes(),
            D.maxRecentBytes());
    PumpedCluster crowded = new PumpedCluster(3, 6, littleRoom);
    TestServer leader = crowded.awaitLeader();
    long term = leader.node.status().term();
    for (int round = 0; round < 30; round++) {
      Outcome<InsertOutcome> last = new Outcome<>();
      for (int i = 0; i < NodeQueues.MAX_CLIENT_REQUESTS + 1; i++) {
        last = insert(leader, command(round + "-" + i));
      }
      assertThat(last.get()).isInstanceOf(InsertOutcome.Busy.class);
      crowded.pumpFor(10);
    }
    assertThat(crowded.awaitLeader()).isSameAs(leader);
    assertThat(leader.node.status().term()).isEqualTo(term);
    assertThat(leader.machine.uids()).as("some are served").isNotEmpty();
  }

  @Test
  void closeAnswersWhatIsPendingAndReleasesEverything() {
    TestServer leader = cluster.awaitLeader();
    Outcome<InsertOutcome> appended = insert(leader, command("a"));
    cluster.pumpUntil("it is appended", () -> leader.node.status().lastIndex() == 2);
    Outcome<InsertOutcome> waiting = insert(leader, command("b"));
    Outcome<QueryOutcome<Result>> question = new Outcome<>();
    leader.node.query(Bytes.EMPTY, question);
    leader.node.close();
    leader.node.close();
    assertThat(appended.get()).isInstanceOf(InsertOutcome.Unknown.class);
    assertThat(waiting.get()).isEqualTo(new InsertOutcome.NotLeader(Optional.empty()));
    assertThat(question.get()).isInstanceOf(QueryOutcome.Unanswered.class);
    assertThat(leader.node.stopped().toCompletableFuture()).isCompleted();
    assertThat(leader.machine.isTerminated()).isTrue();
  }
}
