package dev.flotilla.raftdpws.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.Role;
import dev.flotilla.raft.message.AppendEntriesResponse;
import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.message.PreVote;
import dev.flotilla.raft.message.PreVoteResponse;
import dev.flotilla.raft.message.RequestVote;
import dev.flotilla.raft.message.RequestVoteResponse;
import dev.flotilla.raft.model.Configuration;
import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raft.options.RaftOptions;
import dev.flotilla.raftdpws.directory.AddressConfirmation;
import dev.flotilla.raftdpws.directory.AddressDirectory;
import dev.flotilla.raftdpws.message.PeerHeader;
import dev.flotilla.raftdpws.message.PeerRequest;
import dev.flotilla.raftdpws.message.PeerResponse;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.raftdpws.wire.RaftFault;
import dev.flotilla.raftdpws.wire.RaftNames;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class PeerInboxTest {
  private static final long WAIT = 300;
  private static final URI CLAIMED = URI.create("http://10.0.0.2:1/RAFT_Service");
  private static final GroupId GROUP = new GroupId("g");
  private static final Member SELF = member(1);
  private static final Member OTHER = member(2);
  private static final Configuration FOUNDERS = new Configuration(List.of(SELF, OTHER));
  private static final Membership MEMBERSHIP = new Membership(GROUP, SELF, FOUNDERS);

  private Role role = Role.LEADER;
  private final List<Message> delivered = new ArrayList<>();
  private final AddressDirectory directory = AddressDirectory.inMemory();
  private final Map<URI, CompletableFuture<StatusResponse>> asked = new LinkedHashMap<>();
  private final AddressConfirmation confirmation =
      new AddressConfirmation(
          "g",
          directory,
          address -> asked.computeIfAbsent(address, it -> new CompletableFuture<>()),
          System::nanoTime);
  private final List<String> reports = new ArrayList<>();
  private final CallerWatch watch = new CallerWatch(confirmation, () -> {});
  private final PendingExchanges waiting = new PendingExchanges(MEMBERSHIP);
  private final PeerInbox inbox =
      new PeerInbox(
          new PeerGate(MEMBERSHIP, () -> NodeStatuses.of(role, SELF, FOUNDERS), WAIT),
          waiting,
          confirmation,
          watch,
          (from, message) -> delivered.add(message),
          System::nanoTime);

  @Test
  void aMembersRequestReachesTheNodeAndItsAnswerTheMember() {
    RecordedExchange<PeerResponse<RequestVoteResponse>> exchange = take(header(SELF, OTHER), 7);
    assertThat(delivered).hasSize(1);
    RequestVoteResponse vote = new RequestVoteResponse(3, true, 7);
    waiting.answer(OTHER, vote);

    assertThat(exchange.answers).containsExactly(new PeerResponse<>(GROUP, SELF, vote));
    assertThat(waiting.size()).isZero();
  }

  @Test
  void whatIsNotForThisMemberInThisIncarnationIsAFaultAndNotDelivered() {
    Member formerSelf = new Member(SELF.id(), new Incarnation(9, 9));
    Member formerOther = new Member(OTHER.id(), new Incarnation(9, 9));
    List<PeerHeader> wrong =
        List.of(
            header(formerSelf, OTHER),
            header(OTHER, OTHER),
            header(SELF, formerOther),
            header(SELF, member(3)),
            new PeerHeader(1, new GroupId("h"), OTHER, SELF));

    for (PeerHeader header : wrong) {
      RecordedExchange<PeerResponse<RequestVoteResponse>> exchange = take(header, 1);
      assertThat(exchange.faults)
          .as("%s", header)
          .singleElement()
          .matches(it -> RaftFault.of(it).equals(Optional.of(RaftFault.WRONG_GROUP)));
    }
    assertThat(delivered).isEmpty();
    assertThat(directory.address(OTHER.id())).isEmpty();
  }

  @Test
  void anotherVersionOfTheProtocolIsAFaultAndNotDelivered() {
    for (int version : List.of(0, RaftNames.PROTOCOL_VERSION + 1)) {
      RecordedExchange<PeerResponse<RequestVoteResponse>> exchange =
          take(new PeerHeader(version, GROUP, OTHER, SELF), 1);
      assertThat(exchange.faults)
          .singleElement()
          .matches(it -> RaftFault.of(it).equals(Optional.of(RaftFault.INVALID)));
    }
    assertThat(delivered).isEmpty();
  }

  @Test
  void whereAMemberSaysItIsCountsOnceItHasAnsweredThere() {
    take(header(SELF, OTHER), 1);
    assertThat(directory.address(OTHER.id())).contains(CLAIMED);
    assertThat(confirmation.last(OTHER)).isEmpty();

    asked.get(CLAIMED).complete(NodeStatuses.answer("g", GROUP, OTHER));
    assertThat(confirmation.current(OTHER)).contains(CLAIMED);
  }

  @Test
  void noHostNameIsLookedUpBecauseAMessageClaimsIt() {
    inbox.take(
        new PeerRequest<>(
            header(SELF, OTHER),
            "http://other:1/RAFT_Service",
            new RequestVote(3, LogPosition.ORIGIN, 1)),
        RequestVoteResponse.class,
        new RecordedExchange<>());

    assertThat(delivered).hasSize(1);
    assertThat(asked).isEmpty();
    assertThat(directory.candidatesOf(OTHER.id())).isEmpty();
  }

  @Test
  void aPreVoteWaitsUntilItsSenderHasBeenCalledBack() {
    watch.reportTo((member, callable) -> reports.add(member.equals(OTHER) + " " + callable));
    takePreVote();
    assertThat(delivered).isEmpty();

    asked.get(CLAIMED).complete(NodeStatuses.answer("g", GROUP, OTHER));
    assertThat(reports).containsExactly("true true");
    assertThat(delivered).hasSize(1);
  }

  @Test
  void aCandidateThatNobodyCanCallIsReported() {
    watch.reportTo((member, callable) -> reports.add(member.equals(OTHER) + " " + callable));
    takePreVote();
    asked.get(CLAIMED).completeExceptionally(new IllegalStateException("nobody answers"));

    assertThat(reports).containsExactly("true false");
    assertThat(delivered).hasSize(1);
  }

  @Test
  void whereStrangersWriteFromIsForgottenWhenThereAreTooMany() {
    role = Role.FOLLOWER;
    take(header(SELF, OTHER), 1);
    for (int i = 0; i < 2 * PeerInbox.MAX_CLAIMS; i++) {
      take(header(SELF, member(100 + i)), 1);
    }

    assertThat(delivered).hasSize(2 * PeerInbox.MAX_CLAIMS + 1);
    assertThat(inbox.claimCount()).isLessThanOrEqualTo(PeerInbox.MAX_CLAIMS);
  }

  @Test
  void whoeverIsNeverAnsweredGetsAFaultInTimeAndTheOthersStay() {
    RecordedExchange<PeerResponse<RequestVoteResponse>> late = new RecordedExchange<>();
    RecordedExchange<PeerResponse<RequestVoteResponse>> young = new RecordedExchange<>();
    waiting.add(OTHER, 1, RequestVoteResponse.class, late, 0);
    waiting.add(OTHER, 2, RequestVoteResponse.class, young, 10);

    waiting.expire(WAIT, WAIT);
    assertThat(late.reason()).contains("no answer within");
    assertThat(young.isEnded()).isFalse();
    waiting.answer(OTHER, new RequestVoteResponse(1, true, 1));
    assertThat(late.answers).isEmpty();
  }

  @Test
  void theNextRequestEndsThoseThatWaitForTooLong() {
    RecordedExchange<PeerResponse<RequestVoteResponse>> late = take(header(SELF, OTHER), 1);
    inbox.expireAfter(0);

    RecordedExchange<PeerResponse<RequestVoteResponse>> next = take(header(SELF, OTHER), 2);

    assertThat(late.reason()).contains("no answer within");
    assertThat(next.isEnded()).isFalse();
  }

  @Test
  void aSlowDiskDoesNotHoldUpTheHeartbeatsUntilALeaderStepsDown() {
    RaftOptions options = RaftOptions.DEFAULT;
    PendingExchanges table = new PendingExchanges(MEMBERSHIP);
    RecordedExchange<PeerResponse<AppendEntriesResponse>> slow = new RecordedExchange<>();
    RecordedExchange<PeerResponse<AppendEntriesResponse>> heartbeat = new RecordedExchange<>();
    table.add(OTHER, 1, AppendEntriesResponse.class, slow, 0);
    table.add(OTHER, 2, AppendEntriesResponse.class, heartbeat, options.heartbeatNanos());
    table.answer(OTHER, new AppendEntriesResponse(1, true, LogPosition.ORIGIN, 2));

    table.expire(options.electionTimeoutMinNanos() / 2, options.electionTimeoutMinNanos() / 2);
    assertThat(slow.faults)
        .singleElement()
        .matches(it -> RaftFault.of(it).equals(Optional.of(RaftFault.NOT_SERVING)));
    assertThat(heartbeat.answers).hasSize(1);
    table.answer(OTHER, new AppendEntriesResponse(1, true, LogPosition.ORIGIN, 1));
    assertThat(slow.answers).isEmpty();
  }

  @Test
  void aFullTableGivesUpTheOldest() {
    List<RecordedExchange<PeerResponse<RequestVoteResponse>>> all = new ArrayList<>();
    for (int i = 0; i <= PendingExchanges.MAX_WAITING; i++) {
      RecordedExchange<PeerResponse<RequestVoteResponse>> next = new RecordedExchange<>();
      all.add(next);
      waiting.add(OTHER, i, RequestVoteResponse.class, next, 0);
    }

    assertThat(all.stream().filter(RecordedExchange::isEnded)).containsExactly(all.get(0));
    assertThat(waiting.size()).isEqualTo(PendingExchanges.MAX_WAITING);
  }

  @Test
  void aNumberThatComesAgainReplacesTheFirst() {
    RecordedExchange<PeerResponse<RequestVoteResponse>> first = new RecordedExchange<>();
    RecordedExchange<PeerResponse<RequestVoteResponse>> second = new RecordedExchange<>();
    waiting.add(OTHER, 1, RequestVoteResponse.class, first, 0);
    waiting.add(OTHER, 1, RequestVoteResponse.class, second, 0);
    waiting.answer(OTHER, new RequestVoteResponse(1, true, 1));

    assertThat(first.faults).hasSize(1);
    assertThat(second.answers).hasSize(1);
  }

  @Test
  void anAnswerOfAnotherKindIsAFault() {
    RecordedExchange<PeerResponse<RequestVoteResponse>> exchange = take(header(SELF, OTHER), 7);
    waiting.answer(OTHER, new PreVoteResponse(3, true, 7));

    assertThat(exchange.answers).isEmpty();
    assertThat(exchange.reason()).contains("another kind");
  }

  @Test
  void anAnswerToAnotherMemberIsNotGivenToThisOne() {
    RecordedExchange<PeerResponse<RequestVoteResponse>> exchange = take(header(SELF, OTHER), 7);
    waiting.answer(member(3), new RequestVoteResponse(3, true, 7));

    assertThat(exchange.isEnded()).isFalse();
  }

  private RecordedExchange<PeerResponse<RequestVoteResponse>> take(
      PeerHeader header, long sequence) {
    RecordedExchange<PeerResponse<RequestVoteResponse>> exchange = new RecordedExchange<>();
    inbox.take(
        new PeerRequest<>(
            header, CLAIMED.toString(), new RequestVote(3, LogPosition.ORIGIN, sequence)),
        RequestVoteResponse.class,
        exchange);
    return exchange;
  }

  private void takePreVote() {
    inbox.take(
        new PeerRequest<>(
            header(SELF, OTHER), CLAIMED.toString(), new PreVote(3, LogPosition.ORIGIN, 1)),
        PreVoteResponse.class,
        new RecordedExchange<>());
  }

  private static PeerHeader header(Member to, Member from) {
    return new PeerHeader(1, GROUP, from, to);
  }

  private static Member member(int number) {
    return new Member(new NodeId(new UUID(0, number)), new Incarnation(0, number));
  }
}
