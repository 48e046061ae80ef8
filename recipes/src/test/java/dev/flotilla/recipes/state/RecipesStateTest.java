package dev.flotilla.recipes.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.CommandContext;
import dev.flotilla.EndedSession;
import dev.flotilla.Rejected;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.recipes.state.RecipeAnswer.Grant;
import dev.flotilla.recipes.state.RecipeResult.Claimed;
import dev.flotilla.recipes.state.RecipeResult.Count;
import dev.flotilla.recipes.state.RecipeResult.Gone;
import dev.flotilla.recipes.state.RecipeResult.Holders;
import dev.flotilla.recipes.state.RecipeResult.Item;
import dev.flotilla.recipes.state.RecipeResult.Ok;
import dev.flotilla.recipes.state.RecipeResult.Opened;
import dev.flotilla.recipes.state.RecipeResult.State;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RecipesStateTest {
  private static final int CAPACITY = 1_000;

  private RecipesState state = new RecipesState();
  private long index = 10;
  private long timeMillis;
  private long claims;

  private RecipeAnswer send(long session, RecipeCommand command) throws Rejected {
    index++;
    return state.apply(command, new CommandContext(index, timeMillis, OptionalLong.of(session)));
  }

  private RecipeResult send(RecipeCommand command) throws Rejected {
    return send(1, command).result();
  }

  private long open(long ttlMillis) throws Rejected {
    return ((Opened) send(new RecipeCommand.Open(ttlMillis))).owner();
  }

  private ClaimId claim(long owner) {
    return new ClaimId(owner, ++claims);
  }

  private RecipeCommand.Acquire exclusive(ClaimId id) {
    return acquire(id, Kind.LOCK, CAPACITY, CAPACITY);
  }

  private static RecipeCommand.Acquire acquire(ClaimId id, Kind kind, int capacity, int permits) {
    return new RecipeCommand.Acquire(id, kind, "x", capacity, permits, true, Bytes.EMPTY);
  }

  private static RecipeCommand.Acquire acquire(ClaimId id, Kind kind, String data) {
    return new RecipeCommand.Acquire(id, kind, "x", Integer.MAX_VALUE, 1, true, Bytes.utf8(data));
  }

  private Claimed standing(ClaimId id) throws Rejected {
    return (Claimed) state.answer(new RecipeCommand.Standing(id)).result();
  }

  private Holders look(Kind kind) throws Rejected {
    return (Holders) state.answer(new RecipeCommand.Look(kind, "x")).result();
  }

  @Test
  void aLockIsGivenToThoseThatWaitInOrder() throws Rejected {
    ClaimId first = claim(open(5_000));
    ClaimId second = claim(open(5_000));
    ClaimId third = claim(open(5_000));
    Claimed held = (Claimed) send(exclusive(first));
    assertThat(held.state()).isEqualTo(State.HELD);
    assertThat(((Claimed) send(exclusive(second))).state()).isEqualTo(State.WAITING);
    assertThat(((Claimed) send(exclusive(third))).state()).isEqualTo(State.WAITING);
    assertThat(look(Kind.LOCK).waiting()).isEqualTo(2);

    List<Grant> grants = send(1, new RecipeCommand.Release(first)).grants();
    assertThat(grants).extracting(Grant::id).containsExactly(second);
    assertThat(grants.get(0).token()).isGreaterThan(held.token()).isGreaterThanOrEqualTo(index);
    assertThat(standing(third).state()).isEqualTo(State.WAITING);
    assertThat(send(1, new RecipeCommand.Release(second)).grants())
        .extracting(Grant::id)
        .containsExactly(third);
  }

  @Test
  void aRepeatedClaimChangesNothing() throws Rejected {
    ClaimId id = claim(open(5_000));
    RecipeResult first = send(exclusive(id));
    assertThat(send(exclusive(id))).isEqualTo(first);
    assertThat(look(Kind.LOCK).holders()).hasSize(1);
    assertThat(send(new RecipeCommand.Release(id))).isEqualTo(first);
    assertThat(((Claimed) send(new RecipeCommand.Release(id))).state()).isEqualTo(State.NONE);
  }

  @Test
  void namesAndDataOfClaimsHaveABoundOfBytes() throws Exception {
    long owner = open(5_000);
    String data = "d".repeat(RecipesState.MAX_DATA_BYTES);
    ClaimId last = claim(owner);
    RecipeResult result = send(acquire(last, Kind.MEMBERS, data));
    int count = 0;
    while (result instanceof Claimed) {
      count++;
      last = claim(owner);
      result = send(acquire(last, Kind.MEMBERS, data));
    }
    assertThat(count)
        .isEqualTo(RecipesState.MAX_CLAIMS_BYTES / (RecipesState.MAX_DATA_BYTES + Character.BYTES));
    assertThat(((RecipeResult.Full) result).reason())
        .isEqualTo(
            "there are at most 100000 claims, with 16777216 bytes of names and data; release some");
    state.restore(new ByteArrayInputStream(imageOf(state)));
    assertThat(send(acquire(last, Kind.MEMBERS, data))).isInstanceOf(RecipeResult.Full.class);
    send(new RecipeCommand.Release(new ClaimId(owner, 1)));
    assertThat(send(acquire(last, Kind.MEMBERS, data))).isInstanceOf(Claimed.class);
    send(new RecipeCommand.Close(owner));
    assertThat(send(acquire(claim(open(5_000)), Kind.MEMBERS, data))).isInstanceOf(Claimed.class);
  }

  @Test
  void tokensCanBeRaisedAfterARestore() throws Exception {
    ClaimId first = claim(open(5_000));
    byte[] backup = imageOf(state);
    long given = ((Claimed) send(exclusive(first))).token();
    state = new RecipesState();
    state.restore(new ByteArrayInputStream(backup));
    send(new RecipeCommand.RaiseTokens(given + 1_000));
    send(new RecipeCommand.RaiseTokens(1));

    assertThat(((Claimed) send(exclusive(first))).token()).isGreaterThan(given + 1_000);
    assertThatThrownBy(() -> send(new RecipeCommand.RaiseTokens(-1))).isInstanceOf(Rejected.class);
  }

  @Test
  void readersShareOneTokenAndAWriterWaitsForAll() throws Rejected {
    ClaimId writer = claim(open(5_000));
    ClaimId reader = claim(open(5_000));
    ClaimId other = claim(open(5_000));
    ClaimId late = claim(open(5_000));
    Claimed shared = (Claimed) send(acquire(reader, Kind.LOCK, CAPACITY, 1));
    assertThat(send(acquire(other, Kind.LOCK, CAPACITY, 1))).isEqualTo(shared);
    send(exclusive(writer));
    assertThat(((Claimed) send(acquire(late, Kind.LOCK, CAPACITY, 1))).state())
        .isEqualTo(State.WAITING);
    send(new RecipeCommand.Release(reader));
    assertThat(standing(writer).state()).isEqualTo(State.WAITING);
    send(new RecipeCommand.Release(other));
    assertThat(standing(writer).token()).isGreaterThan(shared.token());
    send(new RecipeCommand.Release(writer));
    assertThat(standing(late).state()).isEqualTo(State.HELD);
  }

  @Test
  void allOfAnOwnerGoesWhenItsLeaseEndsByLogTime() throws Rejected {
    long holder = open(1_000);
    ClaimId held = claim(holder);
    ClaimId waits = claim(open(9_000));
    send(exclusive(held));
    send(exclusive(waits));
    timeMillis = 999;
    assertThat(send(new RecipeCommand.Keep(holder))).isEqualTo(new Ok());
    timeMillis = 1_998;
    assertThat(send(2, new RecipeCommand.Add("n", 1)).grants()).isEmpty();
    timeMillis = 1_999;
    assertThat(send(2, new RecipeCommand.Add("n", 1)).grants())
        .extracting(Grant::id)
        .containsExactly(waits);
    assertThat(standing(held).state()).isEqualTo(State.NONE);
    assertThat(send(new RecipeCommand.Keep(holder))).isEqualTo(new Gone());
    assertThat(send(exclusive(claim(holder)))).isEqualTo(new Gone());
  }

  @Test
  void theEndOfASessionEndsNoLease() throws Rejected {
    ClaimId held = claim(((Opened) send(7, new RecipeCommand.Open(60_000)).result()).owner());
    send(7, exclusive(held));

    state.sessionEnded(new EndedSession(7, index + 1, timeMillis));

    assertThat(send(2, new RecipeCommand.Add("n", 1)).grants()).isEmpty();
    assertThat(standing(held).state()).isEqualTo(State.HELD);
  }

  @Test
  void onlyAnItemIsConsumed() throws Rejected {
    ClaimId held = claim(open(60_000));
    send(exclusive(held));

    assertThat(send(new RecipeCommand.Consume(held))).isEqualTo(new Gone());
    assertThat(standing(held).state()).isEqualTo(State.HELD);
  }

  @Test
  void aKindHasTheCapacityThatItsClientsName() throws Rejected {
    ClaimId id = claim(open(60_000));

    assertThatThrownBy(() -> send(acquire(id, Kind.ELECTION, 2, 1)))
        .isInstanceOf(Rejected.class)
        .hasMessageContaining("the capacity of kind ELECTION: 1 to 1 are possible, not 2");
    assertThatThrownBy(() -> send(acquire(id, Kind.QUEUE, 5, 1))).isInstanceOf(Rejected.class);
    assertThatThrownBy(() -> send(acquire(id, Kind.LOCK, 1, 1))).isInstanceOf(Rejected.class);
  }

  @Test
  void tokensDifferThatOneCommandGives() throws Rejected {
    ClaimId first = claim(open(1_000));
    ClaimId dies = claim(open(1_000));
    ClaimId lives = claim(open(9_000));
    for (ClaimId id : List.of(first, dies, lives)) {
      send(exclusive(id));
    }
    timeMillis = 1_000;
    List<Grant> grants = send(1, new RecipeCommand.Keep(lives.owner())).grants();
    assertThat(grants).extracting(Grant::token).doesNotHaveDuplicates();
    assertThat(standing(lives).state()).isEqualTo(State.HELD);
  }

  @Test
  void aSemaphoreHasItsPermitsAndNoOthers() throws Rejected {
    long owner = open(5_000);
    ClaimId two = claim(owner);
    ClaimId three = claim(owner);
    ClaimId one = claim(owner);
    send(acquire(two, Kind.SEMAPHORE, 3, 2));
    send(acquire(three, Kind.SEMAPHORE, 3, 3));
    // Nobody overtakes the one that waits for three.
    assertThat(((Claimed) send(acquire(one, Kind.SEMAPHORE, 3, 1))).state())
        .isEqualTo(State.WAITING);
    assertThat(send(acquire(claim(owner), Kind.SEMAPHORE, 4, 1)))
        .isInstanceOf(RecipeResult.Full.class);
    send(new RecipeCommand.Release(two));
    assertThat(standing(three).state()).isEqualTo(State.HELD);
    assertThat(standing(one).state()).isEqualTo(State.WAITING);
  }

  @Test
  void anItemOfALostOwnerGoesBackToItsPlace() throws Rejected {
    ClaimId lost = claim(open(1_000));
    ClaimId taker = claim(open(9_000));
    send(new RecipeCommand.Offer("x", Bytes.utf8("first")));
    send(new RecipeCommand.Offer("x", Bytes.utf8("second")));
    assertThat(((Claimed) send(acquire(lost, Kind.QUEUE, ""))).data())
        .contains(Bytes.utf8("first"));
    timeMillis = 1_000;
    assertThat(((Claimed) send(acquire(taker, Kind.QUEUE, ""))).data())
        .contains(Bytes.utf8("first"));
    assertThat(send(new RecipeCommand.Consume(taker))).isEqualTo(new Ok());
    assertThat(send(new RecipeCommand.Poll("x")))
        .isEqualTo(new Item(Optional.of(Bytes.utf8("second"))));
    assertThat(send(new RecipeCommand.Poll("x"))).isEqualTo(new Item(Optional.empty()));
  }

  @Test
  void takersWaitForItemsInOrder() throws Rejected {
    ClaimId first = claim(open(5_000));
    ClaimId second = claim(open(5_000));
    send(acquire(first, Kind.QUEUE, ""));
    send(acquire(second, Kind.QUEUE, ""));
    assertThat(send(1, new RecipeCommand.Offer("x", Bytes.utf8("item"))).grants())
        .extracting(Grant::id)
        .containsExactly(first);
    assertThat(standing(first).data()).contains(Bytes.utf8("item"));
    assertThat(look(Kind.QUEUE).waiting()).isEqualTo(1);
  }

  @Test
  void aBarrierOpensForAsManyAsAreExpected() throws Rejected {
    ClaimId first = claim(open(5_000));
    ClaimId second = claim(open(5_000));
    ClaimId third = claim(open(5_000));
    assertThat(((Claimed) send(acquire(first, Kind.BARRIER, 2, 1))).state())
        .isEqualTo(State.WAITING);
    RecipeAnswer opened = send(1, acquire(second, Kind.BARRIER, 2, 1));
    assertThat(((Claimed) opened.result()).state()).isEqualTo(State.HELD);
    assertThat(opened.grants()).extracting(Grant::id).containsExactly(first);
    assertThat(((Claimed) send(acquire(third, Kind.BARRIER, 2, 1))).state())
        .isEqualTo(State.WAITING);
  }

  @Test
  void membersAreThereWithTheirDataUntilTheyGo() throws Rejected {
    ClaimId first = claim(open(5_000));
    ClaimId second = claim(open(5_000));
    assertThat(send(1, acquire(first, Kind.MEMBERS, "a")).touched()).containsExactly("members/x");
    send(acquire(second, Kind.MEMBERS, "b"));
    assertThat(look(Kind.MEMBERS).holders())
        .extracting(it -> it.data().toUtf8())
        .containsExactly("a", "b");
    assertThat(send(1, new RecipeCommand.Close(first.owner())).touched())
        .containsExactly("members/x");
    assertThat(look(Kind.MEMBERS).holders()).hasSize(1);
  }

  @Test
  void aCounterCountsAndStopsAtTheEndOfItsRange() throws Rejected {
    assertThat(send(new RecipeCommand.Add("n", 5))).isEqualTo(new Count(5, true));
    assertThat(send(new RecipeCommand.Exchange("n", 4, 9))).isEqualTo(new Count(5, false));
    assertThat(send(new RecipeCommand.Exchange("n", 5, Long.MAX_VALUE)))
        .isEqualTo(new Count(Long.MAX_VALUE, true));
    assertThat(send(new RecipeCommand.Add("n", 1))).isEqualTo(new Count(Long.MAX_VALUE, false));
    assertThat(send(new RecipeCommand.Assign("n", 0))).isEqualTo(new Count(Long.MAX_VALUE, true));
    assertThat(state.answer(new RecipeCommand.Value(Kind.COUNTER, "n")).result())
        .isEqualTo(new Count(0, false));
  }

  @Test
  void aLatchFallsToZeroAndStaysThere() throws Rejected {
    assertThat(send(1, new RecipeCommand.CountDown("x", 2)).touched()).isEmpty();
    assertThat(send(1, new RecipeCommand.CountDown("x", 2)).touched()).containsExactly("latch/x");
    assertThat(send(new RecipeCommand.CountDown("x", 2))).isEqualTo(new Count(0, false));
    assertThat(send(new RecipeCommand.Reset("x"))).isEqualTo(new Count(0, true));
  }

  @Test
  void whatIsMalformedIsRejectedAndChangesNothing() throws Rejected {
    ClaimId held = claim(open(1_000));
    send(exclusive(held));
    timeMillis = 5_000;
    assertThatThrownBy(() -> send(new RecipeCommand.Add("", 1)))
        .isInstanceOf(Rejected.class)
        .hasMessage("a name's characters: 1 to 256 are possible, not 0");
    assertThatThrownBy(() -> send(acquire(held, Kind.COUNTER, 1, 1))).isInstanceOf(Rejected.class);
    assertThat(standing(held).state()).isEqualTo(State.HELD);
  }

  @Test
  void anImageHoldsEverything() throws Exception {
    ClaimId held = claim(open(5_000));
    ClaimId waits = claim(open(6_000));
    send(exclusive(held));
    send(exclusive(waits));
    send(acquire(held, Kind.MEMBERS, "a"));
    send(new RecipeCommand.Offer("x", Bytes.utf8("taken")));
    send(new RecipeCommand.Offer("x", Bytes.utf8("free")));
    ClaimId taker = claim(held.owner());
    send(acquire(taker, Kind.QUEUE, ""));
    send(new RecipeCommand.Add("n", 7));
    send(new RecipeCommand.CountDown("l", 7));
    byte[] image = imageOf(state);
    state = new RecipesState();
    state.restore(new ByteArrayInputStream(image));

    assertThat(imageOf(state)).isEqualTo(image);
    assertThat(send(1, new RecipeCommand.Release(held)).grants())
        .extracting(Grant::id)
        .containsExactly(waits);
    send(new RecipeCommand.Release(taker));
    assertThat(send(new RecipeCommand.Poll("x")))
        .isEqualTo(new Item(Optional.of(Bytes.utf8("taken"))));
    assertThat(send(new RecipeCommand.Add("n", 1))).isEqualTo(new Count(8, true));
    assertThat(send(new RecipeCommand.CountDown("l", 7))).isEqualTo(new Count(5, true));
  }

  @Test
  void aReleaseConcernsTheOneThatGetsItAlone() throws Rejected {
    ClaimId first = claim(open(10_000));
    ClaimId second = claim(open(10_000));
    ClaimId third = claim(open(10_000));
    send(exclusive(first));
    send(exclusive(second));
    RecipeAnswer waits = send(1, exclusive(third));
    RecipeCommand release = new RecipeCommand.Release(first);
    RecipeAnswer released = send(1, release);
    assertThat(state.topics(exclusive(third), waits)).contains(Set.of());
    assertThat(state.topics(release, released))
        .contains(Set.of(RecipeAnswer.topicOf(second.owner())));
  }

  @Test
  void aChangeOfALeaderConcernsWhoListensToItsKey() throws Rejected {
    ClaimId leader = claim(open(10_000));
    RecipeCommand.Acquire elected = acquire(leader, Kind.ELECTION, 1, 1);
    RecipeAnswer answer = send(1, elected);
    assertThat(state.topics(elected, answer))
        .contains(Set.of(RecipeAnswer.topicOf(Kind.ELECTION.key(elected.name()))));
  }

  private static byte[] imageOf(RecipesState state) throws Exception {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    state.image().writeTo(file);
    return file.toByteArray();
  }
}
