package dev.flotilla.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.loop.DutyCycle;
import dev.flotilla.node.loop.NodeState;
import dev.flotilla.node.outcome.MembershipOutcome;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.options.RaftOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Several requests to change the members of a group of one. */
final class MemberChangesTest {
  private static final RaftOptions ONE_UNAPPLIED =
      new RaftOptions(
          150_000_000, 300_000_000, 50_000_000, 512, 256 * 1024, 4, 4 << 20, 1, 4 << 20, 4 << 20);

  private final TestServer server;
  private final Member first;
  private final Member second;
  private long nowNanos;

  MemberChangesTest() throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    server = new TestServer(random);
    first = new TestServer(random).member;
    second = new TestServer(random).member;
  }

  /**
   * The first change is committed in the core, but handed out to nobody yet, since the machine is
   * behind; so the core accepts the next one. Both are made.
   */
  @Test
  void aChangeIsNotSaidToBeGivenUpForAnEarlierOne() throws IOException {
    start(ONE_UNAPPLIED);
    for (int i = 0; i < 2_000 && server.node.status().commitIndex() < 1; i++) {
      pump(1, List.of("group", "log"));
    }
    CompletableFuture<MembershipOutcome> one = change(learning(first));
    pump(20, List.of("group", "log"));
    assertThat(server.node.status().commitIndex()).isEqualTo(2);
    assertThat(one).isNotDone();

    CompletableFuture<MembershipOutcome> two = change(learning(second));
    pump(50, List.of("group", "log", "apply"));

    assertThat(one).isCompletedWithValue(new MembershipOutcome.Done(withLearners(first)));
    assertThat(two).isCompletedWithValue(new MembershipOutcome.Done(withLearners(first, second)));
  }

  @Test
  void ofTwoWhoAddAServerEachNeitherUndoesWhatTheOtherDid() throws IOException {
    start(RaftOptions.DEFAULT);
    pump(1_000, List.of("group", "log", "apply"));

    CompletableFuture<MembershipOutcome> one = change(learning(first));
    // More than fit into one turn of the group thread: the first change is made in between.
    for (int i = 0; i < 600; i++) {
      server.node.insert(Commands.command("c" + i), outcome -> {});
    }
    CompletableFuture<MembershipOutcome> two = change(learning(second));
    pump(100, List.of("group", "log", "apply"));

    assertThat(one).isCompletedWithValue(new MembershipOutcome.Done(withLearners(first)));
    assertThat(two).isCompletedWithValue(new MembershipOutcome.Done(withLearners(first, second)));
    assertThat(server.node.status().configuration()).isEqualTo(withLearners(first, second));
  }

  @Test
  void whoAsksForTheSameAgainIsAnsweredWithItWhetherItIsCommittedYetOrNot() throws IOException {
    start(RaftOptions.DEFAULT);
    pump(1_000, List.of("group", "log", "apply"));

    CompletableFuture<MembershipOutcome> one = change(now -> withLearners(first));
    pump(1, List.of("group"));
    assertThat(server.node.status().configuration()).isEqualTo(withLearners(first));
    CompletableFuture<MembershipOutcome> again = change(now -> withLearners(first));
    pump(1, List.of("group"));
    assertThat(one).isNotDone();
    assertThat(again).isNotDone();
    pump(10, List.of("group", "log", "apply"));
    CompletableFuture<MembershipOutcome> later = change(now -> withLearners(first));
    pump(10, List.of("group", "log", "apply"));

    assertThat(List.of(one, again, later))
        .allSatisfy(
            it ->
                assertThat(it)
                    .isCompletedWithValue(new MembershipOutcome.Done(withLearners(first))));
  }

  @Test
  void whatNoGroupCanBeIsRefusedWithTheReason() throws IOException {
    start(RaftOptions.DEFAULT);
    pump(1_000, List.of("group", "log", "apply"));

    CompletableFuture<MembershipOutcome> nobody = change(now -> Configuration.NONE);
    CompletableFuture<MembershipOutcome> twice =
        change(
            now ->
                new Configuration(
                    List.of(first, first), List.of(), List.of(), List.of(), List.of()));
    pump(10, List.of("group", "log", "apply"));

    assertThat(nobody).isCompletedWithValueMatching(MembershipOutcome.Refused.class::isInstance);
    assertThat(twice).isCompletedWithValueMatching(MembershipOutcome.Refused.class::isInstance);
    assertThat(server.node.status().state()).isEqualTo(NodeState.RUNNING);
  }

  @Test
  void whoDoesNotLeadSaysSoWhateverIsPlanned() throws IOException {
    start(RaftOptions.DEFAULT);

    CompletableFuture<MembershipOutcome> nobody = change(now -> Configuration.NONE);
    pump(1, List.of("group"));

    assertThat(nobody).isCompletedWithValue(new MembershipOutcome.NotLeader(Optional.empty()));
  }

  private void start(RaftOptions options) throws IOException {
    server.startPumped(
        server.ownSettings(new Configuration(List.of(server.member)), options, 1),
        new JournalMachine(),
        (to, message) -> {},
        () -> nowNanos);
  }

  private void pump(int cycles, List<String> loops) {
    for (int i = 0; i < cycles; i++) {
      nowNanos += 1_000_000;
      server.node.loops().stream()
          .filter(loop -> loops.contains(loop.name()))
          .forEach(DutyCycle::doWork);
    }
  }

  private CompletableFuture<MembershipOutcome> change(UnaryOperator<Configuration> plan) {
    CompletableFuture<MembershipOutcome> outcome = new CompletableFuture<>();
    server.node.changeMembers(plan, outcome::complete);
    return outcome;
  }

  private UnaryOperator<Configuration> learning(Member newcomer) {
    return now -> {
      List<Member> learners = new ArrayList<>(now.learners());
      learners.add(newcomer);
      return withLearners(learners.toArray(Member[]::new));
    };
  }

  private Configuration withLearners(Member... learners) {
    return new Configuration(
        List.of(server.member), List.of(), List.of(learners), List.of(), List.of());
  }
}
