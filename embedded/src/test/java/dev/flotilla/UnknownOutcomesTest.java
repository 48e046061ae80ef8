package dev.flotilla;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.testing.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A group whose clients do not learn, again and again, how a command of theirs ended. */
@Tag("full")
class UnknownOutcomesTest {
  private static final int CLIENTS = 8;

  /** More commands than a group remembers of one session, 1,024. */
  private static final int COMMANDS_A_ROUND = 1_100;

  /** With one to spare: four are as many as a group remembers of all sessions, 32,768. */
  private static final int ROUNDS = 5;

  private static final int COMMANDS_AT_ONCE = 100;
  private static final Duration HASTE = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Await.limit();

  record Add(int number) {}

  record Total(int now) {}

  /** Counts how often each number was added, and does nothing while the test holds it. */
  private static final class Tally implements ReplicatedState<Add, Total> {
    final ReentrantLock hold = new ReentrantLock();
    final Map<Integer, Integer> added = new HashMap<>();

    @Override
    public Total apply(Add command, CommandContext context) {
      hold.lock();
      try {
        added.merge(command.number(), 1, Integer::sum);
        return new Total(added.size());
      } finally {
        hold.unlock();
      }
    }

    @Override
    public Total answer(Add query) {
      return new Total(added.size());
    }
  }

  @TempDir private Path directory;

  private final Group<Add, Total> group =
      Group.named(
          "unknown-" + UUID.randomUUID().toString().substring(0, 8), Add.class, Total.class);
  private final Tally tally = new Tally();
  private final List<FlotillaClient<Add, Total>> clients = new ArrayList<>();
  private FlotillaServer server;
  private int lastNumber;

  @BeforeEach
  void found() throws Exception {
    server = group.server(tally).expect(1).directory(directory).start();
    server.founded().toCompletableFuture().get(Await.limitSeconds(), TimeUnit.SECONDS);
    for (int i = 0; i < CLIENTS; i++) {
      clients.add(group.client().timeout(HASTE).connect());
    }
  }

  @AfterEach
  void close() {
    clients.forEach(FlotillaClient::close);
    server.close();
  }

  @Test
  void theGroupStillServesAfterMoreCommandsThanItRemembers() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      // Has a session, which could not be opened while the state is held.
      eachUntil(Outcome.Done.class);
      tally.hold.lock();
      try {
        eachUntil(Outcome.Unknown.class);
      } finally {
        tally.hold.unlock();
      }
      for (int sent = 0; sent < COMMANDS_A_ROUND; sent += COMMANDS_AT_ONCE) {
        eachOf(clients, COMMANDS_AT_ONCE);
      }
    }
    assertIsServed();
    tally.hold.lock();
    try {
      assertThat(tally.added.values()).as("executions of each").containsOnly(1);
    } finally {
      tally.hold.unlock();
    }
  }

  private void assertIsServed() throws IOException {
    try (FlotillaClient<Add, Total> other = group.client().timeout(PATIENCE).connect()) {
      for (int i = 0; i < COMMANDS_AT_ONCE; i++) {
        other.execute(new Add(++lastNumber));
      }
    }
    eachUntil(Outcome.Done.class);
  }

  /** Has each client send one command after the other until one ends like that; patient. */
  private void eachUntil(Class<?> end) {
    List<FlotillaClient<Add, Total>> left = clients;
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!left.isEmpty() && System.nanoTime() - deadline < 0) {
      List<FlotillaClient<Add, Total>> senders = left;
      List<Outcome<Total>> ends = eachOf(senders, 1);
      left =
          IntStream.range(0, senders.size())
              .filter(i -> !end.isInstance(ends.get(i)))
              .mapToObj(senders::get)
              .toList();
    }
    assertThat(left).as("clients without " + end.getSimpleName()).isEmpty();
  }

  /** Has each of them send so many commands at once, and waits until all have ended. */
  private List<Outcome<Total>> eachOf(List<FlotillaClient<Add, Total>> senders, int commands) {
    List<CompletableFuture<Outcome<Total>>> ends = new ArrayList<>();
    for (FlotillaClient<Add, Total> client : senders) {
      for (int i = 0; i < commands; i++) {
        ends.add(client.submit(new Add(++lastNumber)).toCompletableFuture());
      }
    }
    return ends.stream().map(CompletableFuture::join).toList();
  }
}
