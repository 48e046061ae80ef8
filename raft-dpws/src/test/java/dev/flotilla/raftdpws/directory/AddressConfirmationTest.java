package dev.flotilla.raftdpws.directory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.raft.model.GroupId;
import dev.flotilla.raft.model.Incarnation;
import dev.flotilla.raft.model.Member;
import dev.flotilla.raft.model.NodeId;
import dev.flotilla.raftdpws.directory.AddressConfirmation.Verdict;
import dev.flotilla.raftdpws.message.MemberAddress;
import dev.flotilla.raftdpws.message.StatusDetails;
import dev.flotilla.raftdpws.message.StatusResponse;
import io.netty.channel.ChannelException;
import java.net.InetAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AddressConfirmationTest {
  private static final GroupId GROUP = new GroupId("0123");
  private static final Member MEMBER = member(1, 1);
  private static final URI OLD = URI.create("http://10.0.0.1:1/RAFT_Service");
  private static final URI NEW = URI.create("http://10.0.0.2:1/RAFT_Service");
  private static final URI SIX = URI.create("http://[2001:db8::1]:1/RAFT_Service");
  private static final long MILLI = 1_000_000;

  private final AddressDirectory directory = AddressDirectory.inMemory();
  private final List<Call> calls = new ArrayList<>();
  private long nowNanos;
  private final AddressConfirmation confirmation =
      new AddressConfirmation("g", directory, this::ask, () -> nowNanos);

  private record Call(URI address, CompletableFuture<StatusResponse> answer) {}

  @BeforeEach
  void found() {
    confirmation.belongsTo(GROUP);
  }

  @Test
  void aClaimedAddressIsGivenToNobodyBeforeTheServerThereAnswers() {
    confirmation.claimed(MEMBER, OLD);
    assertThat(confirmation.last(MEMBER)).isEmpty();
    assertThat(confirmation.current(MEMBER)).isEmpty();

    answer(0, MEMBER);
    assertThat(confirmation.last(MEMBER)).contains(OLD);
    assertThat(confirmation.current(MEMBER)).contains(OLD);
    assertThat(directory.address(MEMBER.id())).contains(OLD);
  }

  @Test
  void anotherIncarnationAtTheAddressConfirmsNothing() {
    confirmation.claimed(MEMBER, OLD);
    answer(0, member(1, 2));

    assertThat(confirmation.last(MEMBER)).isEmpty();
    assertThat(confirmation.last(member(1, 2))).contains(OLD);
  }

  @Test
  void aServerOfAnotherGroupConfirmsNothing() {
    confirmation.claimed(MEMBER, OLD);
    calls.get(0).answer().complete(status(new GroupId("4567"), MEMBER));

    assertThat(confirmation.last(MEMBER)).isEmpty();
  }

  @Test
  void aNewClaimReplacesTheAddressOnlyWhenItIsTrue() {
    confirmation.answered(MEMBER, OLD);
    confirmation.claimed(MEMBER, NEW);
    calls.get(0).answer().completeExceptionally(new IllegalStateException("nobody"));
    assertThat(confirmation.current(MEMBER)).contains(OLD);

    pass(AddressConfirmation.MIN_PAUSE_MILLIS);
    confirmation.claimed(MEMBER, NEW);
    answer(1, MEMBER);
    assertThat(confirmation.current(MEMBER)).contains(NEW);
  }

  @Test
  void anAddressWhereCallsFailIsCurrentNoMore() {
    confirmation.answered(MEMBER, OLD);
    for (int i = 0; i < AddressConfirmation.MAX_FAILURES; i++) {
      assertThat(confirmation.current(MEMBER)).contains(OLD);
      pass(AddressConfirmation.FRESH_MILLIS);
      assertThat(verdict()).isEmpty();
      calls.get(i).answer().completeExceptionally(new IllegalStateException("nobody"));
    }

    assertThat(confirmation.current(MEMBER)).isEmpty();
    assertThat(confirmation.last(MEMBER)).contains(OLD);
    pass(AddressConfirmation.MIN_PAUSE_MILLIS);
    assertThat(verdict()).isEmpty();
    answer(AddressConfirmation.MAX_FAILURES, MEMBER);
    assertThat(confirmation.current(MEMBER)).contains(OLD);
  }

  @Test
  void aFreshConfirmationNeedsNoCall() {
    confirmation.answered(MEMBER, OLD);
    pass(AddressConfirmation.FRESH_MILLIS - 1);
    assertThat(verdict()).contains(Verdict.CALLABLE);
    assertThat(calls).isEmpty();

    pass(1);
    assertThat(verdict()).isEmpty();
    assertThat(calls).hasSize(1);
  }

  @Test
  void oneCallIsUnderWayForAMemberWhateverIsClaimed() {
    for (int i = 0; i < 100; i++) {
      confirmation.claimed(MEMBER, URI.create("http://10.0.0.1:" + (i + 1) + "/RAFT_Service"));
      pass(1);
    }
    assertThat(calls).hasSize(1);

    calls.get(0).answer().completeExceptionally(new IllegalStateException("nobody"));
    confirmation.claimed(MEMBER, OLD);
    confirmation.claimed(MEMBER, NEW);
    assertThat(calls).hasSize(2);
  }

  @Test
  void aCallThatFailedAMomentAgoIsNotRepeated() {
    confirmation.claimed(MEMBER, OLD);
    calls.get(0).answer().completeExceptionally(new IllegalStateException("nobody"));

    assertThat(verdict()).contains(Verdict.NOT_CALLABLE);
    assertThat(calls).hasSize(1);
  }

  @Test
  void aForgedClaimDoesNotMakeAMemberUncallable() {
    confirmation.answered(MEMBER, OLD);
    pass(AddressConfirmation.FRESH_MILLIS);
    confirmation.claimed(MEMBER, NEW);
    calls.get(0).answer().completeExceptionally(new IllegalStateException("nobody"));

    CompletionStage<Verdict> verdict = confirmation.call(MEMBER);
    assertThat(calls.get(1).address()).isEqualTo(OLD);
    answer(1, MEMBER);
    assertThat(verdict.toCompletableFuture()).isCompletedWithValue(Verdict.CALLABLE);
  }

  @Test
  void nothingIsKnownOfAMemberWithoutAnAddress() {
    assertThat(verdict()).contains(Verdict.NOT_CALLED);
  }

  @Test
  void missingMembersAreLookedForAtEachCandidateInTurn() {
    directory.named(MEMBER.id(), OLD);
    directory.named(MEMBER.id(), NEW);
    confirmation.lookFor(List.of(MEMBER));
    calls.get(0).answer().completeExceptionally(new IllegalStateException("nobody"));
    pass(AddressConfirmation.MIN_PAUSE_MILLIS);
    confirmation.lookFor(List.of(MEMBER));
    answer(1, MEMBER);
    confirmation.lookFor(List.of(MEMBER));

    assertThat(calls).extracting(Call::address).containsExactly(OLD, NEW);
    assertThat(confirmation.current(MEMBER)).contains(NEW);
  }

  @Test
  void aCallerIsSentToAnAddressOfItsFamily() throws Exception {
    InetAddress callerOf4 = InetAddress.getByName("10.0.0.9");
    InetAddress callerOf6 = InetAddress.getByName("2001:db8::9");
    directory.named(MEMBER.id(), OLD);
    directory.named(MEMBER.id(), SIX);
    confirmation.answered(MEMBER, OLD);
    assertThat(confirmation.current(MEMBER, callerOf6)).as("not confirmed yet").contains(OLD);

    confirmation.lookFor(List.of(MEMBER));
    assertThat(calls).extracting(Call::address).containsExactly(SIX);
    answer(0, MEMBER);
    assertThat(confirmation.current(MEMBER, callerOf6)).contains(SIX);
    assertThat(confirmation.current(MEMBER, callerOf4)).contains(OLD);
    assertThat(confirmation.current(MEMBER)).contains(OLD);

    pass(1);
    confirmation.lookFor(List.of(MEMBER));
    assertThat(calls).as("not asked again at once").hasSize(1);
  }

  /** It counted as asked, and was passed over for a minute. */
  @Test
  void anAddressOfTheOtherFamilyIsAskedAsSoonAsItMayBe() {
    directory.named(MEMBER.id(), OLD);
    confirmation.lookFor(List.of(MEMBER));
    answer(0, MEMBER);
    confirmation.lookFor(List.of(MEMBER));
    directory.named(MEMBER.id(), SIX);
    confirmation.lookFor(List.of(MEMBER));
    assertThat(calls).as("known, but too soon").hasSize(1);

    pass(AddressConfirmation.MIN_PAUSE_MILLIS);
    confirmation.lookFor(List.of(MEMBER));
    assertThat(calls).last().extracting(Call::address).isEqualTo(SIX);
  }

  @Test
  void nobodyIsSentToTheOtherAddressOfAMemberThatIsGone() throws Exception {
    confirmBothFamilies();
    confirmation.failed(MEMBER, OLD);
    assertThat(confirmation.current(MEMBER, InetAddress.getByName("2001:db8::9"))).isEmpty();

    confirmation.answered(MEMBER, OLD);
    assertThat(confirmation.current(MEMBER, InetAddress.getByName("2001:db8::9")))
        .as("the other address may be gone")
        .contains(OLD);
    confirmation.lookFor(List.of(MEMBER));
    assertThat(calls).as("asked again at once").last().extracting(Call::address).isEqualTo(SIX);
  }

  @Test
  void anAddressOfTheOtherFamilyWhereACallFailsIsForgotten() throws Exception {
    confirmBothFamilies();
    pass(AddressConfirmation.OTHER_FAMILY_MILLIS);
    confirmation.lookFor(List.of(MEMBER));
    calls.get(calls.size() - 1).answer().completeExceptionally(new IllegalStateException("nobody"));

    assertThat(confirmation.current(MEMBER, InetAddress.getByName("2001:db8::9"))).contains(OLD);
  }

  @Test
  void callsForWhichThisServerHasNoSocketSayNothing() {
    confirmation.answered(MEMBER, OLD);
    for (int i = 0; i < 2 * AddressConfirmation.MAX_FAILURES; i++) {
      pass(AddressConfirmation.FRESH_MILLIS);
      CompletionStage<Verdict> verdict = confirmation.call(MEMBER);
      calls.get(i).answer().completeExceptionally(new ChannelException("too many open files"));
      assertThat(verdict.toCompletableFuture()).isCompletedWithValue(Verdict.NOT_CALLED);
    }

    assertThat(confirmation.current(MEMBER)).contains(OLD);
  }

  private void confirmBothFamilies() {
    directory.named(MEMBER.id(), OLD);
    directory.named(MEMBER.id(), SIX);
    confirmation.answered(MEMBER, OLD);
    confirmation.lookFor(List.of(MEMBER));
    answer(0, MEMBER);
  }

  @Test
  void anAddressOfTheOtherFamilyThatTheMemberNamesReplacesTheOld() {
    confirmation.answered(MEMBER, OLD);
    confirmation.claimed(MEMBER, SIX);
    answer(0, MEMBER);

    assertThat(confirmation.current(MEMBER)).contains(SIX);
  }

  @Test
  void strangersGiveWayBeforeMembers() {
    confirmation.keep(List.of(MEMBER));
    confirmation.answered(MEMBER, OLD);
    for (int i = 0; i < 2 * AddressConfirmation.MAX_MEMBERS; i++) {
      confirmation.answered(member(2 + i, 1), NEW);
    }

    assertThat(confirmation.last(MEMBER)).contains(OLD);
    assertThat(confirmation.last(member(2, 1))).isEmpty();
  }

  @Test
  void aForgedIncarnationOfAMemberIsAStranger() {
    confirmation.keep(List.of(MEMBER));
    confirmation.answered(MEMBER, OLD);
    for (int life = 2; life < 2 * AddressConfirmation.MAX_MEMBERS; life++) {
      confirmation.answered(member(1, life), NEW);
    }

    assertThat(confirmation.last(MEMBER)).contains(OLD);
  }

  @Test
  void callsToStrangersUnderWayAreBoundedAlsoWhenForgotten() {
    for (int i = 0; i < 10 * AddressConfirmation.MAX_MEMBERS; i++) {
      confirmation.claimed(member(2 + i, 1), NEW);
      pass(1_000);
    }
    assertThat(calls).hasSize(AddressConfirmation.MAX_STRANGER_CALLS);

    calls.get(0).answer().completeExceptionally(new IllegalStateException("nobody"));
    confirmation.claimed(member(1, 9), NEW);
    confirmation.claimed(member(1, 10), NEW);
    assertThat(calls).hasSize(AddressConfirmation.MAX_STRANGER_CALLS + 1);
  }

  @Test
  void callsToStrangersASecondAreBounded() {
    for (int i = 0; i < 5 * 1_000; i++) {
      confirmation.claimed(member(2 + i, 1), NEW);
      calls.forEach(it -> it.answer().completeExceptionally(new IllegalStateException("nobody")));
      pass(1);
    }

    assertThat(calls)
        .hasSizeBetween(
            5 * AddressConfirmation.STRANGER_CALLS_PER_SECOND,
            6 * AddressConfirmation.STRANGER_CALLS_PER_SECOND);
  }

  @Test
  void strangersKeepNoMemberFromBeingCalled() {
    confirmation.keep(List.of(MEMBER));
    for (int i = 0; i < 2 * AddressConfirmation.MAX_UNCONFIRMED_CALLS; i++) {
      confirmation.claimed(member(2 + i, 1), NEW);
    }
    confirmation.claimed(MEMBER, OLD);

    assertThat(calls).last().extracting(Call::address).isEqualTo(OLD);
  }

  @Test
  void callsToUnconfirmedAddressesUnderWayAreBounded() {
    List<Member> many = new ArrayList<>();
    for (int i = 0; i < 2 * AddressConfirmation.MAX_UNCONFIRMED_CALLS; i++) {
      many.add(member(2 + i, 1));
    }
    confirmation.keep(many);
    many.forEach(member -> confirmation.claimed(member, NEW));
    assertThat(calls).hasSize(AddressConfirmation.MAX_UNCONFIRMED_CALLS);

    confirmation.keep(List.of(MEMBER));
    confirmation.answered(MEMBER, OLD);
    pass(AddressConfirmation.FRESH_MILLIS);
    assertThat(verdict()).isEmpty();
    assertThat(calls).hasSize(AddressConfirmation.MAX_UNCONFIRMED_CALLS + 1);
  }

  private Optional<Verdict> verdict() {
    return Optional.ofNullable(confirmation.call(MEMBER).toCompletableFuture().getNow(null));
  }

  private void pass(long millis) {
    nowNanos += millis * MILLI;
  }

  private CompletionStage<StatusResponse> ask(URI address) {
    Call call = new Call(address, new CompletableFuture<>());
    calls.add(call);
    // As every Status call of a server, this one's answer is heard whoever it names.
    return call.answer()
        .thenApply(
            answer -> {
              confirmation.heard(address, answer);
              return answer;
            });
  }

  private void answer(int call, Member self) {
    calls.get(call).answer().complete(status(GROUP, self));
  }

  private static StatusResponse status(GroupId group, Member self) {
    return new StatusResponse(
        1,
        "g",
        Optional.of(group),
        new MemberAddress(self, Optional.empty()),
        "follower",
        Optional.empty(),
        new StatusResponse.Progress(1, 0, 0, 0, 0),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        StatusDetails.NONE);
  }

  private static Member member(int number, int life) {
    return new Member(new NodeId(new UUID(0, number)), new Incarnation(0, life));
  }
}
