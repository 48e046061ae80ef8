package dev.flotilla.raftdpws.founding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raftdpws.founding.FoundingWorld.Server;
import dev.flotilla.raftdpws.message.FoundRequest;
import dev.flotilla.raftdpws.message.FoundResponse;
import dev.flotilla.raftdpws.message.FoundingList;
import dev.flotilla.storage.identity.Founder;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FoundingTest {
  private final FoundingWorld world = new FoundingWorld();

  @Test
  void threeServersFoundOneGroupWithinAFewQuestions() {
    List<Server> all = startAll(3, 3);

    assertThat(world.runUntil(() -> world.allAre(FoundingPhase.FOUNDED), 250)).isTrue();
    assertThat(all).allMatch(it -> it.record.accepted.equals(all.get(0).record.accepted));
    assertThat(all.get(0).record.accepted.orElseThrow().founders())
        .extracting(Founder::member)
        .containsExactly(all.get(0).member, all.get(1).member, all.get(2).member);
  }

  @Test
  void fifteenServersFoundOneGroup() {
    List<Server> all = startAll(15, 15);

    assertThat(world.runUntil(() -> world.allAre(FoundingPhase.FOUNDED), 2_000)).isTrue();
    assertThat(all).allMatch(it -> it.record.accepted.equals(all.get(0).record.accepted));
    assertThat(all.get(0).record.accepted.orElseThrow().founders()).hasSize(15);
  }

  @Test
  void oneServerFoundsAloneAfterItHasListened() {
    Server alone = world.server(1).start();

    world.run(FoundingWorld.PACE.listen() - FoundingWorld.STEP);
    assertThat(alone.phase()).isEqualTo(FoundingPhase.COLLECTING);
    world.step();
    assertThat(alone.phase()).isEqualTo(FoundingPhase.FOUNDED);
  }

  @Test
  void twoOfThreeWaitAndSayForWhom() {
    List<Server> two = startAll(2, 3);

    world.run(5_000);
    assertThat(two).allMatch(it -> it.phase() == FoundingPhase.COLLECTING);
    assertThat(two).allMatch(it -> it.record.accepted.isEmpty());
    assertThat(two.get(0).waitingFor())
        .isEqualTo(
            "1 more founders of group 'g'; here are %s at %s, %s at %s"
                .formatted(
                    two.get(0).member.id(),
                    two.get(0).address,
                    two.get(1).member.id(),
                    two.get(1).address));
  }

  @Test
  void fourServersToldToExpectThreeFoundNothingAndNameAllFour() {
    List<Server> all = startAll(4, 3);

    world.run(5_000);
    assertThat(all).allMatch(it -> it.record.accepted.isEmpty());
    for (Server server : all) {
      assertThat(server.waitingFor()).contains("is to have 3, but 4 are here");
      all.forEach(it -> assertThat(server.waitingFor()).contains(it.member.id().toString()));
    }
  }

  @Test
  void whenTheFourthIsStoppedTheThreeFound() {
    List<Server> all = startAll(4, 3);
    world.run(1_000);

    all.get(1).crash();
    world.servers.remove(all.get(1));
    assertThat(world.runUntil(() -> world.allAre(FoundingPhase.FOUNDED), 1_000)).isTrue();
  }

  @Test
  void aServerThatComesLateIsRefusedByTheGroup() {
    List<Server> three = startAll(3, 3);
    world.runUntil(() -> world.allAre(FoundingPhase.FOUNDED), 1_000);

    Server late = world.server(3).start();
    world.run(1_000);
    assertThat(late.phase()).isEqualTo(FoundingPhase.REFUSED);
    assertThat(late.record.accepted).isEmpty();
    three.forEach(it -> assertThat(late.waitingFor()).contains(it.member.id().toString()));
  }

  @Test
  void aServerToldToExpectOneDoesNotFoundBesideAGroupOfItsName() {
    startAll(3, 3);
    world.runUntil(() -> world.allAre(FoundingPhase.FOUNDED), 1_000);

    Server alone = world.server(1).start();
    world.run(1_000);
    assertThat(alone.phase()).isEqualTo(FoundingPhase.REFUSED);
    assertThat(alone.record.accepted).isEmpty();
  }

  @Test
  void aGroupThatIsAnnouncedAndAnswersLateIsNotFoundedAgain() {
    startFounded();
    world.servers.get(0).silence = new Unanswered(Unanswered.Kind.SILENT, "no answer in time");

    Server alone = world.server(1).start();
    world.run(FoundingWorld.PACE.silence() / 2);
    assertThat(alone.phase()).isEqualTo(FoundingPhase.COLLECTING);
    assertThat(alone.waitingFor())
        .contains("to know whether group 'g' exists already")
        .contains(world.servers.get(0).address + " (no answer in time)");

    world.servers.get(0).silence = null;
    world.run(1_000);
    assertThat(alone.phase()).isEqualTo(FoundingPhase.REFUSED);
  }

  @Test
  void whoSaysItIsOfAGroupHoldsFoundingUpAsLongAsItSaysSo() {
    startFounded();
    Server silent = world.servers.get(0);
    silent.silence = new Unanswered(Unanswered.Kind.SILENT, "no answer in time");
    silent.saysItsGroup = true;

    Server alone = world.server(1).start();
    world.run(5 * FoundingWorld.PACE.silence());
    assertThat(alone.phase()).isEqualTo(FoundingPhase.COLLECTING);

    silent.isAnnounced = false;
    world.run(2 * FoundingWorld.PACE.silence());
    assertThat(alone.phase()).isEqualTo(FoundingPhase.FOUNDED);
    assertThat(alone.founding().doubts().orElseThrow()).contains(silent.address.toString());
  }

  @Test
  void whoIsSilentHoldsFoundingUpForAWhileOnly() {
    startFounded();
    world.servers.get(0).silence = new Unanswered(Unanswered.Kind.SILENT, "no answer in time");

    Server alone = world.server(1).start();
    world.run(2 * FoundingWorld.PACE.silence());
    assertThat(alone.phase()).isEqualTo(FoundingPhase.FOUNDED);
    assertThat(alone.founding().doubts()).isPresent();
  }

  @Test
  void whoHasKeysOfAnotherAuthorityHoldsNothingUp() {
    startFounded();
    world.servers.get(0).silence = new Unanswered(Unanswered.Kind.FOREIGN, "unknown authority");
    world.servers.get(0).saysItsGroup = true;

    Server alone = world.server(1).start();
    world.run(5 * FoundingWorld.PACE.listen());
    assertThat(alone.phase()).isEqualTo(FoundingPhase.FOUNDED);
  }

  /** One of one member. */
  private void startFounded() {
    world.server(1).start();
    assertThat(world.runUntil(() -> world.allAre(FoundingPhase.FOUNDED), 1_000)).isTrue();
  }

  @Test
  void acceptanceSurvivesACrashBetweenAcceptingAndFounding() {
    List<Server> all = startAll(3, 3);
    Server last = all.get(2);
    // What it answers once it has accepted is lost.
    world.reaches = (from, to) -> from != last || last.record.accepted.isEmpty();
    world.runUntil(() -> last.record.accepted.isPresent(), 1_000);
    assertThat(all).noneMatch(it -> it.record.isFounded);

    all.forEach(Server::crash);
    world.reaches = (from, to) -> true;
    all.forEach(it -> it.address = URI.create("http://moved:" + it.address.getPort() + "/R"));
    all.forEach(Server::start);
    assertThat(all).allMatch(it -> it.phase() == FoundingPhase.ACCEPTED);
    assertThat(world.runUntil(() -> world.allAre(FoundingPhase.FOUNDED), 1_000)).isTrue();
  }

  @Test
  void aFounderThatMissedTheEndLearnsItFromOneWhoDidNot() {
    List<Server> all = startAll(3, 3);
    Server slow = all.get(2);
    // It accepts and tells so, but hears no answer any more.
    world.reaches = (from, to) -> to != slow || slow.record.accepted.isEmpty();
    world.runUntil(() -> all.get(0).record.isFounded && all.get(1).record.isFounded, 2_000);
    assertThat(slow.phase()).isEqualTo(FoundingPhase.ACCEPTED);

    world.reaches = (from, to) -> true;
    all.get(0).crash();
    assertThat(world.runUntil(() -> slow.phase() == FoundingPhase.FOUNDED, 1_000)).isTrue();
  }

  @Test
  void whenTheLowestDoesNotProposeTheNextOneDoes() {
    List<Server> all = startAll(3, 3);
    Server lowest = all.get(0);
    lowest.fixed = List.of(FoundingWorld.BLACK_HOLE);
    lowest.start();

    assertThat(world.runUntil(() -> world.allAre(FoundingPhase.FOUNDED), 400)).isFalse();
    assertThat(world.runUntil(() -> world.allAre(FoundingPhase.FOUNDED), 250)).isTrue();
  }

  @Test
  void foundersThatAcceptedDifferentListsStayStuckAndSayWhoDisagrees() throws IOException {
    List<Server> all = startAll(3, 3);
    Server other = world.server(3);
    world.servers.remove(other);
    FoundingList foreign =
        new FoundingList("g", List.of(founder(all.get(1)), founder(all.get(2)), founder(other)));
    all.get(2).record.accept(foreign);
    all.get(2).start();
    FoundingList ours = list(all);
    all.get(0).record.accept(ours);
    all.get(0).start();

    world.run(5_000);
    assertThat(all).noneMatch(it -> it.record.isFounded);
    assertThat(all.get(0).waitingFor())
        .contains(all.get(2).member.id().toString(), "accepted another list", other.address + "");
    assertThat(all.get(1).record.accepted).isEmpty();
    assertThat(all.get(1).waitingFor()).contains("accepted another founding list");
  }

  @Test
  void anAnswerOfAnotherIncarnationCountsForNothing() throws IOException {
    List<Server> all = startAll(2, 2);
    world.reaches = (from, to) -> from == to;
    all.get(0).record.accept(list(all));
    Founding founding = all.get(0).start().founding();
    Member impostor = new Member(all.get(1).member.id(), new Incarnation(9, 9));

    founding.answered(
        all.get(1).member,
        new FoundResponse(impostor, true, Optional.empty(), Optional.empty()),
        world.now);
    assertThat(founding.phase()).isEqualTo(FoundingPhase.ACCEPTED);
    assertThat(all.get(0).waitingFor()).contains(impostor + " answers in its place");
  }

  @Test
  void aListWithAServerThatWasNotSeenIsNotAccepted() throws IOException {
    List<Server> all = startAll(3, 3);
    Server unseen = all.get(2);
    unseen.crash();
    world.run(1_000);
    Server asked = all.get(1);

    FoundResponse response =
        asked
            .founding()
            .requested(new FoundRequest(1, all.get(0).member, asked.member, list(all)), world.now);
    assertThat(response.accepted()).isFalse();
    assertThat(response.reason().orElseThrow()).contains("sees other founders");
    assertThat(asked.record.accepted).isEmpty();
  }

  @Test
  void nothingIsAcceptedBeforeTheGroupHadTimeToAnswer() throws IOException {
    List<Server> all = startAll(3, 3);
    world.run(FoundingWorld.PACE.listen() / 2);
    Server asked = all.get(1);

    FoundResponse response =
        asked
            .founding()
            .requested(new FoundRequest(1, all.get(0).member, asked.member, list(all)), world.now);
    assertThat(response.accepted()).isFalse();
    assertThat(response.reason().orElseThrow()).contains("still listens");
  }

  @Test
  void aSecondListIsAnsweredWithTheFirst() throws IOException {
    List<Server> all = startAll(3, 3);
    world.runUntil(() -> world.allAre(FoundingPhase.FOUNDED), 1_000);
    Server other = new FoundingWorld().server(3);
    FoundingList second = new FoundingList("g", List.of(founder(all.get(0)), founder(all.get(1))));

    FoundResponse response =
        all.get(0)
            .founding()
            .requested(new FoundRequest(1, other.member, all.get(0).member, second), world.now);
    assertThat(response.accepted()).isFalse();
    assertThat(response.list()).isEqualTo(all.get(0).record.accepted);
  }

  @Test
  void addressesOfOperatorsReplaceAnnouncements() {
    FoundingWorld silent = new FoundingWorld();
    List<Server> all = List.of(silent.server(3), silent.server(3), silent.server(3));
    List<URI> addresses = all.stream().map(it -> it.address).toList();
    for (Server server : all) {
      server.isAnnounced = false;
      server.fixed = addresses;
      server.start();
    }

    assertThat(silent.runUntil(() -> silent.allAre(FoundingPhase.FOUNDED), 250)).isTrue();
  }

  private List<Server> startAll(int count, int expect) {
    for (int i = 0; i < count; i++) {
      world.server(expect).start();
    }
    return List.copyOf(world.servers);
  }

  private static FoundingList list(List<Server> servers) {
    return new FoundingList("g", servers.stream().map(FoundingTest::founder).toList());
  }

  private static Founder founder(Server server) {
    return new Founder(server.member, server.address);
  }
}
