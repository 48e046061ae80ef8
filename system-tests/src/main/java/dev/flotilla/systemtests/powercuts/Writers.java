package dev.flotilla.systemtests.powercuts;

import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.CommandOutcome;
import dev.flotilla.client.GroupClient;
import dev.flotilla.client.Network;
import dev.flotilla.client.dpws.ClientRuntime;
import dev.flotilla.client.dpws.DpwsGroupClient;
import dev.flotilla.raft.model.Bytes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Clients that insert one command after another. Any thread. */
final class Writers implements AutoCloseable {
  private static final int CLIENTS = 8;
  private static final long PATIENCE_SECONDS = 300;
  private static final long STOP_SECONDS = 30;
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final ClientRuntime runtime;
  private final Ledger ledger;
  private final List<GroupClient> clients = new ArrayList<>();
  private final AtomicLong unknown = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();
  private final CountDownLatch ended = new CountDownLatch(CLIENTS);
  private volatile boolean running = true;

  private Writers(ClientRuntime runtime, Ledger ledger) {
    this.runtime = runtime;
    this.ledger = ledger;
  }

  static Writers start(String group, Ledger ledger) throws IOException {
    Writers writers = new Writers(ClientRuntime.start(Network.LOOPBACK), ledger);
    for (int i = 0; i < CLIENTS; i++) {
      GroupClient client = DpwsGroupClient.connect(ClientSettings.of(group), writers.runtime);
      writers.clients.add(client);
      writers.insertNext(client, i, 1);
    }
    return writers;
  }

  /** Waits until so many more have been acknowledged; blocks. */
  void awaitAcknowledged(int more) throws IOException {
    long wanted = ledger.acknowledgedCount() + (long) more;
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (ledger.acknowledgedCount() < wanted) {
      if (System.nanoTime() - deadline > 0) {
        throw new IOException("fewer than " + more + " commands were executed in five minutes");
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  long unknownCount() {
    return unknown.get();
  }

  long refusedCount() {
    return refused.get();
  }

  /** Lets each client finish the command that it waits for. */
  void stop() throws IOException, InterruptedException {
    running = false;
    if (!ended.await(STOP_SECONDS, TimeUnit.SECONDS)) {
      throw new IOException("a client still waits " + STOP_SECONDS + " s after the end");
    }
  }

  @Override
  public void close() {
    running = false;
    clients.forEach(GroupClient::close);
    runtime.close();
  }

  private void insertNext(GroupClient client, int number, int iteration) {
    if (!running) {
      ended.countDown();
      return;
    }
    String whole = Texts.of(number, iteration);
    String text = Texts.brief(whole);
    ledger.sends(text);
    var unused =
        client
            .submit("put", Bytes.utf8(whole))
            .thenAccept(end -> note(text, end))
            // Elsewhere, since a refusal at once would come back here deeper and deeper.
            .whenCompleteAsync(
                (done, failure) -> {
                  if (failure != null) {
                    ledger.contradicts("a command ended with " + failure);
                  }
                  insertNext(client, number, iteration + 1);
                });
  }

  private void note(String text, CommandOutcome outcome) {
    if (outcome instanceof CommandOutcome.Executed executed
        && executed.answer().value().isPresent()) {
      ledger.hears(text, executed.answer().text());
    } else if (outcome instanceof CommandOutcome.Refused) {
      refused.incrementAndGet();
    } else {
      // Or executed so long ago that nobody knows its index any more.
      unknown.incrementAndGet();
    }
  }
}
