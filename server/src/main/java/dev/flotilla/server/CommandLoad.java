package dev.flotilla.server;

import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.CommandOutcome;
import dev.flotilla.client.dpws.ClientRuntime;
import dev.flotilla.client.dpws.DpwsGroupClient;
import dev.flotilla.client.dpws.WireClient;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Several clients that insert commands one after another, and remember which were acknowledged and
 * when.
 */
final class CommandLoad implements AutoCloseable {
  private static final long STOP_SECONDS = 60;

  private final List<WireClient> clients = new ArrayList<>();
  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
  private final Set<String> sent = ConcurrentHashMap.newKeySet();
  private final ConcurrentLinkedQueue<Long> acknowledgedAtNanos = new ConcurrentLinkedQueue<>();
  private final AtomicLong unknown = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();
  private final CountDownLatch ended;
  private volatile boolean running = true;

  /** Starts clients that insert until told to stop. */
  CommandLoad(ClientSettings settings, ClientRuntime runtime, int clientCount) {
    ended = new CountDownLatch(clientCount);
    for (int i = 0; i < clientCount; i++) {
      clients.add(DpwsGroupClient.wire(settings, runtime));
    }
    for (int i = 0; i < clientCount; i++) {
      insertNext(clients.get(i), i, 1);
    }
  }

  long acknowledgedCount() {
    return acknowledged.size();
  }

  Set<String> acknowledgedUids() {
    return acknowledged;
  }

  Set<String> sentUids() {
    return sent;
  }

  long unknownCount() {
    return unknown.get();
  }

  long refusedCount() {
    return refused.get();
  }

  /** The longest time without any acknowledgement that ended after a moment, in milliseconds. */
  long longestSilenceMillisAfter(long nanos) {
    long previous = nanos;
    long longest = 0;
    for (long at : acknowledgedAtNanos.stream().sorted().toList()) {
      if (at >= nanos) {
        longest = Math.max(longest, at - previous);
        previous = at;
      }
    }
    return TimeUnit.NANOSECONDS.toMillis(longest);
  }

  /** Lets the clients finish the command they wait for. */
  void stop() throws CommandFailure {
    running = false;
    try {
      if (!ended.await(STOP_SECONDS, TimeUnit.SECONDS)) {
        throw new CommandFailure(
            ExitCode.NEGATIVE, "a client still waits " + STOP_SECONDS + " s after the end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailure(ExitCode.INTERNAL, "interrupted", e);
    }
  }

  @Override
  public void close() {
    running = false;
    clients.forEach(WireClient::close);
  }

  private void insertNext(WireClient client, int number, int iteration) {
    if (!running) {
      ended.countDown();
      return;
    }
    String uid = "urn:uuid:" + UUID.randomUUID();
    sent.add(uid);
    Command command =
        new Command(uid, "demo", Bytes.utf8("client " + number + ", command " + iteration));
    var unused =
        client
            .insert(command)
            // Elsewhere, since a refusal at once would come back here deeper and deeper.
            .thenAcceptAsync(
                outcome -> {
                  note(uid, outcome);
                  insertNext(client, number, iteration + 1);
                });
  }

  private void note(String uid, CommandOutcome outcome) {
    if (outcome instanceof CommandOutcome.Executed) {
      acknowledged.add(uid);
      acknowledgedAtNanos.add(System.nanoTime());
    } else if (outcome instanceof CommandOutcome.Refused) {
      refused.incrementAndGet();
    } else {
      unknown.incrementAndGet();
    }
  }
}
