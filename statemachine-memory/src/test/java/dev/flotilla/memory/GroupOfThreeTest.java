package dev.flotilla.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.FlotillaClient;
import dev.flotilla.FlotillaServer;
import dev.flotilla.Group;
import dev.flotilla.memory.MapAnswer.Held;
import dev.flotilla.memory.MapCommand.Get;
import dev.flotilla.memory.MapCommand.Put;
import dev.flotilla.node.statemachine.RestorableStateMachine;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three servers with each of the machines, which are started again. */
@Tag("slow")
class GroupOfThreeTest {
  private static final int SERVERS = 3;
  private static final int COMMANDS = 40;
  private static final int IMAGE_COMMANDS = 5;

  @TempDir private Path data;

  private final Group<MapCommand, MapAnswer> group =
      MapState.group("map-" + UUID.randomUUID().toString().substring(0, 8));

  @Test
  @Tag("full")
  void aMapInMemoryIsBuiltAgainFromTheLog() throws Exception {
    replicatesAndComesBack(() -> group.machine(new MapState()));
  }

  @Test
  void aMapInAFileComesBackFromIt() throws Exception {
    replicatesAndComesBack(
        () -> new FileSnapshotMachine(group.machine(new MapState()), IMAGE_COMMANDS));
    int complete = 0;
    for (int i = 0; i < SERVERS; i++) {
      FileSnapshotMachine alone = new FileSnapshotMachine(group.machine(new MapState()));
      alone.initialize(data.resolve("" + i).resolve("machine"));
      String answer = alone.query(group.question(new Get("key 39"))).value().toUtf8();
      complete += answer.contains("value 39") ? 1 : 0;
    }
    // Without any log. Who followed may have ended before it heard that the last was committed.
    assertThat(complete).isPositive();
  }

  private void replicatesAndComesBack(Supplier<RestorableStateMachine> machine) throws Exception {
    try (Servers servers = new Servers(machine);
        FlotillaClient<MapCommand, MapAnswer> client =
            group.client().timeout(Await.limit()).connect()) {
      servers.awaitFounded();
      for (int i = 0; i < COMMANDS; i++) {
        client.execute(new Put("key " + i, "value " + i));
      }
    }
    try (Servers servers = new Servers(machine);
        FlotillaClient<MapCommand, MapAnswer> client =
            group.client().timeout(Await.limit()).connect()) {
      servers.awaitFounded();
      assertThat(client.execute(new Get("key 39"))).isEqualTo(new Held(Optional.of("value 39")));
      assertThat(client.execute(new Put("key 0", "again")))
          .isEqualTo(new Held(Optional.of("value 0")));
    }
  }

  private final class Servers implements AutoCloseable {
    private final List<FlotillaServer> started = new ArrayList<>();

    Servers(Supplier<RestorableStateMachine> machine) throws IOException {
      for (int i = 0; i < SERVERS; i++) {
        started.add(
            FlotillaServer.builder(machine.get())
                .group(group.name())
                .expect(SERVERS)
                .directory(data.resolve("" + i))
                .start());
      }
    }

    void awaitFounded() throws Exception {
      for (FlotillaServer each : started) {
        each.founded().toCompletableFuture().get(Await.limitSeconds(), TimeUnit.SECONDS);
      }
    }

    @Override
    public void close() {
      started.forEach(FlotillaServer::close);
    }
  }
}
