package dev.flotilla;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.Counter.Add;
import dev.flotilla.Counter.Total;
import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.GroupClient;
import dev.flotilla.client.Watch;
import dev.flotilla.client.WatchEvent;
import dev.flotilla.client.dpws.DpwsGroupClient;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
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
  void aWatchGoesOnAfterARestartWithoutGapOrRepetition() throws Exception {
    FlotillaServer first = start();
    try (GroupClient client = DpwsGroupClient.connect(ClientSettings.of(name))) {
      insert(client, "a");
      insert(client, "b");
      try (Watch watch = client.watch(OptionalLong.of(1), events::add)) {
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
  void aTypedWatchTellsCommandsAndWhatItCannotRead() throws Exception {
    BlockingQueue<GroupChange<Add>> changes = new LinkedBlockingQueue<>();
    try (FlotillaServer server = start();
        FlotillaClient<Add, Total> client = group.client().connect();
        GroupClient other = DpwsGroupClient.connect(ClientSettings.of(name));
        Watch watch = client.watch(OptionalLong.of(1), changes::add)) {
      assertThat(client.execute(new Add(7))).isEqualTo(new Total(7));
      result(other.insert(new Command("urn:uuid:x", "Subtract", Bytes.utf8("{}"))));

      assertThat(changes.poll(30, TimeUnit.SECONDS))
          .isInstanceOfSatisfying(
              GroupChange.Executed.class,
              executed -> assertThat(executed.command()).isEqualTo(new Add(7)));
      assertThat(changes.poll(30, TimeUnit.SECONDS))
          .isInstanceOfSatisfying(
              GroupChange.Unreadable.class,
              unreadable -> {
                assertThat(unreadable.name()).isEqualTo("Subtract");
                assertThat(watch.nextIndex()).isEqualTo(unreadable.index() + 1);
              });
      assertThat(server.role()).isEqualTo("leader");
    }
  }

  private FlotillaServer start() throws Exception {
    FlotillaServer server = group.server(new Counter()).expect(1).directory(directory).start();
    server.founded().toCompletableFuture().get(60, TimeUnit.SECONDS);
    return server;
  }

  private static void insert(GroupClient client, String uid) throws Exception {
    result(client.insert(new Command("urn:uuid:" + uid, "Add", Bytes.utf8("{\"count\":1}"))));
  }

  private static <T> T result(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  private List<String> uids(int count) throws InterruptedException {
    List<String> uids = new ArrayList<>();
    long last = 0;
    while (uids.size() < count) {
      WatchEvent event = events.poll(30, TimeUnit.SECONDS);
      assertThat(event).isInstanceOf(WatchEvent.Executed.class);
      WatchEvent.Executed executed = (WatchEvent.Executed) event;
      assertThat(executed.position().index()).isGreaterThan(last);
      last = executed.position().index();
      uids.add(executed.command().uid());
    }
    return uids;
  }
}
