package dev.flotilla;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.Counter.Add;
import dev.flotilla.Counter.Total;
import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.GroupClient;
import dev.flotilla.client.Watch;
import dev.flotilla.client.WatchEvent;
import dev.flotilla.client.WatchOptions;
import dev.flotilla.client.dpws.DpwsGroupClient;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.Topics;
import dev.flotilla.testing.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class WatchTest {
  @TempDir private Path directory;

  private final String name = "watch-" + UUID.randomUUID().toString().substring(0, 8);
  private final Group<Add, Total> group = Group.named(name, Add.class, Total.class);
  private final BlockingQueue<WatchEvent> events = new LinkedBlockingQueue<>();

  @Test
  @Tag("full")
  void aWatchGoesOnAfterARestartWithoutGapOrRepetition() throws Exception {
    FlotillaServer first = start();
    try (GroupClient client =
        DpwsGroupClient.connect(ClientSettings.of(name).withTimeout(Await.limit()))) {
      insert(client, "a");
      insert(client, "b");
      try (Watch watch = client.watch(1, events::add)) {
        assertThat(uids(2)).containsExactly("urn:uuid:a", "urn:uuid:b");
        insert(client, "a"); // A repetition is not executed again, so it is not told again.
        first.close();
        FlotillaServer second = start();
        insert(client, "c");
        assertThat(uids(1)).containsExactly("urn:uuid:c");
        assertThat(events).isEmpty();
        assertThat(watch.ended().toCompletableFuture()).isNotDone();
        second.close();
      }
    }
  }

  @Test
  void aWatchFromNowOnDoesNotRepeatWhatWasBeforeARestart() throws Exception {
    FlotillaServer first = start();
    try (GroupClient client =
        DpwsGroupClient.connect(ClientSettings.of(name).withTimeout(Await.limit()))) {
      for (int i = 0; i < 20; i++) {
        insert(client, "old-" + i);
      }
      first.close();
      try (Watch watch = client.watch(events::add);
          FlotillaServer second =
              group.server(new Counter()).expect(1).directory(directory).start()) {
        awaitBegun(watch);
        insert(client, "new");
        assertThat(uids(1)).containsExactly("urn:uuid:new");
        assertThat(second.role()).isEqualTo("leader");
      }
    }
  }

  @Test
  void aWatchWaitsForAGroupThatIsBeingFounded() throws Exception {
    try (FlotillaServer server =
            group.server(new Counter()).expect(2).directory(directory.resolve("a")).start();
        GroupClient client =
            DpwsGroupClient.connect(
                ClientSettings.of(name)
                    .withTimeout(Duration.ofMillis(100))
                    .withAttemptTimeout(Duration.ofMillis(1_000))
                    .withServers(List.of(server.address()))
                    .withCalls(16, 0));
        Watch watch = client.watch(events::add)) {
      // Longer than a call of this client may take.
      assertThatThrownBy(() -> watch.ended().get(1_500, TimeUnit.MILLISECONDS))
          .isInstanceOf(TimeoutException.class);
      try (FlotillaServer other =
              group.server(new Counter()).expect(2).directory(directory.resolve("b")).start();
          GroupClient patient =
              DpwsGroupClient.connect(ClientSettings.of(name).withTimeout(Await.limit()))) {
        result(other.founded());
        awaitBegun(watch);
        insert(patient, "first");
        assertThat(uids(1)).containsExactly("urn:uuid:first");
      }
    }
  }

  private static void awaitBegun(Watch watch) {
    Await.until(() -> "the watch begins", () -> watch.nextIndex() > 0);
  }

  private static <T> T next(BlockingQueue<T> changes) throws InterruptedException {
    T change = changes.poll(Await.limitSeconds(), TimeUnit.SECONDS);
    assertThat(change).isNotNull();
    return change;
  }

  sealed interface Change permits Increase, Subtract {}

  record Increase(int count) implements Change {}

  record Subtract(int count) implements Change {}

  @Test
  void aTypedWatchTellsCommandsAndWhatItCannotRead() throws Exception {
    Group<Change, Total> newer = Group.named(name, Change.class, Total.class);
    Group<Increase, Total> older = Group.named(name, Increase.class, Total.class);
    BlockingQueue<GroupChange<Increase, Total>> changes = new LinkedBlockingQueue<>();
    try (FlotillaServer server =
            newer.server((change, context) -> new Total(7)).expect(1).directory(directory).start();
        FlotillaClient<Change, Total> other = newer.client().timeout(Await.limit()).connect();
        FlotillaClient<Increase, Total> client = older.client().timeout(Await.limit()).connect()) {
      assertThat(other.execute(new Increase(7))).isEqualTo(new Total(7));
      other.execute(new Subtract(1));
      try (Watch watch = client.watch(1, changes::add)) {
        GroupChange<Increase, Total> known = next(changes);
        long index = ((GroupChange.Executed<Increase, Total>) known).index();
        assertThat(known)
            .usingRecursiveComparison()
            .ignoringFields("timeMillis", "uid")
            .isEqualTo(
                new GroupChange.Executed<>(
                    index, 0, "", new Increase(7), Optional.of(new Outcome.Done<>(new Total(7)))));
        GroupChange<Increase, Total> unknown = next(changes);
        var unreadable = (GroupChange.Unreadable<Increase, Total>) unknown;
        assertThat(unreadable.name()).isEqualTo("Subtract");
        // Just after the listener has returned.
        Await.until(
            () -> "it is at " + watch.nextIndex(),
            () -> watch.nextIndex() >= unreadable.index() + 1);
      }
      assertThat(server.role()).isEqualTo("leader");
    }
  }

  /** Tells of each command how much it has added. */
  private static final class Amounts implements ReplicatedState<Add, Total> {
    @Override
    public Total apply(Add command, CommandContext context) {
      return new Total(command.count());
    }

    @Override
    public Optional<Set<String>> topics(Add command, Total result) {
      return Optional.of(Set.of("amount/" + result.now()));
    }
  }

  @Test
  void aWatchOfATopicHearsOfNothingElseAndGoesOn() throws Exception {
    try (FlotillaServer server =
            group.server(new Amounts()).expect(1).directory(directory).start();
        FlotillaClient<Add, Total> client = group.client().timeout(Await.limit()).connect()) {
      BlockingQueue<GroupChange<Add, Total>> changes = new LinkedBlockingQueue<>();
      WatchOptions twos = WatchOptions.from(1).about(Topics.of("amount/2"));
      try (Watch watch = client.watch(twos, changes::add)) {
        for (int i = 0; i < 5; i++) {
          client.execute(new Add(1));
        }
        client.execute(new Add(2));
        long index = ((GroupChange.Executed<Add, Total>) next(changes)).index();
        assertThat(watch.nextIndex()).isLessThanOrEqualTo(index + 1);
        for (int i = 0; i < 3; i++) {
          client.execute(new Add(1));
        }
        Await.until(() -> "it knows of the others", () -> watch.nextIndex() >= index + 4);
        client.execute(new Add(2));
        // More than those commands may be in the log, such as the mark of a new term.
        var second = (GroupChange.Executed<Add, Total>) next(changes);
        assertThat(second.command()).isEqualTo(new Add(2));
        assertThat(second.index()).isGreaterThanOrEqualTo(index + 4);
        assertThat(changes).isEmpty();
      }
      assertThat(server.role()).isEqualTo("leader");
    }
  }

  private FlotillaServer start() throws Exception {
    FlotillaServer server = group.server(new Counter()).expect(1).directory(directory).start();
    server.founded().toCompletableFuture().get(Await.limitSeconds(), TimeUnit.SECONDS);
    return server;
  }

  private static void insert(GroupClient client, String uid) throws Exception {
    result(client.insert(new Command("urn:uuid:" + uid, "Add", Bytes.utf8("{\"count\":1}"))));
  }

  private static <T> T result(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(Await.limitSeconds(), TimeUnit.SECONDS);
  }

  private List<String> uids(int count) throws InterruptedException {
    List<String> uids = new ArrayList<>();
    long last = 0;
    while (uids.size() < count) {
      WatchEvent event = events.poll(Await.limitSeconds(), TimeUnit.SECONDS);
      assertThat(event).isInstanceOf(WatchEvent.Executed.class);
      WatchEvent.Executed executed = (WatchEvent.Executed) event;
      assertThat(executed.position().index()).isGreaterThan(last);
      last = executed.position().index();
      uids.add(executed.command().uid());
    }
    return uids;
  }
}
