package dev.flotilla.raftdpws;

import dev.flotilla.raftdpws.keys.GroupKeys;
import dev.flotilla.raftdpws.message.ReadRevocationsResponse;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the other members in turn for a newer list of revoked certificates, so that a list which is
 * copied to one server reaches all. The authority has signed it: whoever hands it on need not be
 * trusted.
 *
 * <p>Owner: the device's thread, on which it also writes the list.
 */
final class RevocationSearch {
  /** Between two questions. */
  static final Duration PERIOD = Duration.ofSeconds(3);

  private static final Logger LOG = LoggerFactory.getLogger(RevocationSearch.class);

  /** Asks a server for a list that was signed after a time in milliseconds; must not block. */
  interface Calls {
    CompletionStage<ReadRevocationsResponse> revocations(URI address, long newerThanMillis);
  }

  private final GroupKeys keys;
  private final Supplier<List<URI>> members;
  private final Calls calls;
  private final ScheduledExecutorService thread;
  private int turn;

  RevocationSearch(
      GroupKeys keys, Supplier<List<URI>> members, Calls calls, ScheduledExecutorService thread) {
    this.keys = keys;
    this.members = members;
    this.calls = calls;
    this.thread = thread;
  }

  /** Asks from now on, until the thread ends. */
  void start() {
    var unused =
        thread.scheduleWithFixedDelay(
            this::askOne, PERIOD.toMillis(), PERIOD.toMillis(), TimeUnit.MILLISECONDS);
  }

  void askOne() {
    List<URI> others = members.get();
    if (others.isEmpty()) {
      return;
    }
    URI next = others.get(Math.floorMod(turn++, others.size()));
    calls
        .revocations(next, keys.revocationsMillis())
        .whenCompleteAsync(
            (answer, failure) -> {
              if (answer == null) {
                LOG.debug("{} has told no list of revoked certificates", next, failure);
              } else if (answer.list().size() > 0) {
                boolean unused = keys.tls().takeRevocations(answer.list().toArray());
              }
            },
            thread);
  }
}
