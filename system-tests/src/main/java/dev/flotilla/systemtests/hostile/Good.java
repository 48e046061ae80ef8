package dev.flotilla.systemtests.hostile;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Sends a good command every 100 ms, each on a connection of its own, and goes where the servers
 * say that the leader is. One thread of its own from {@link #begin} to {@link #end}.
 */
final class Good {
  private static final long EVERY_MILLIS = 100;
  private static final int TIMEOUT_MILLIS = 2_000;
  private static final long PATIENCE_MILLIS = 10_000;

  private final RawHttp http;
  private final Supplier<List<Target>> targets;
  private final Thread thread = new Thread(this::run, "good-requests");
  private int next;
  private volatile boolean over;

  /** Guarded by this. */
  private Seen seen = new Seen(0, 0, "");

  /**
   * What came of them.
   *
   * @param slowestMillis from the first attempt to the answer that it was executed
   * @param failure of the last one that was not executed within 10 s; empty if there is none
   */
  record Seen(int executed, long slowestMillis, String failure) {}

  Good(RawHttp http, Supplier<List<Target>> targets) {
    this.http = new RawHttp(http.from(), TIMEOUT_MILLIS);
    this.targets = targets;
  }

  /** Starts sending. */
  static Good begin(RawHttp http, Supplier<List<Target>> targets) {
    Good good = new Good(http, targets);
    good.thread.setDaemon(true);
    good.thread.start();
    return good;
  }

  /** Stops, and returns what came of all. */
  Seen end() throws InterruptedException {
    over = true;
    thread.join();
    return seen();
  }

  synchronized Seen seen() {
    return seen;
  }

  private void run() {
    try {
      while (!over) {
        long began = System.nanoTime();
        Optional<String> failure = execute(PATIENCE_MILLIS);
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
        note(millis, failure);
        TimeUnit.MILLISECONDS.sleep(Math.max(1, EVERY_MILLIS - millis));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void note(long millis, Optional<String> failure) {
    seen =
        new Seen(
            seen.executed + (failure.isEmpty() ? 1 : 0),
            Math.max(seen.slowestMillis, millis),
            failure.orElse(seen.failure));
  }

  /** Has one command executed; why not, if that takes longer. */
  Optional<String> execute(long patienceMillis) throws InterruptedException {
    String uid = Soap.newUid();
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patienceMillis);
    String why;
    do {
      Target target = targets.get().get(next);
      try {
        RawHttp.Answer answer = http.post(target, Soap.insert(target, uid, "good", "g"));
        if (Soap.field("success", answer.text()).equals(Optional.of("true"))) {
          return Optional.empty();
        }
        why = target.url() + ": " + answer.summary();
        follow(Soap.field("leaderAddress", answer.text()).orElse(""));
      } catch (IOException e) {
        why = target.url() + ": " + e;
        follow("");
      }
      TimeUnit.MILLISECONDS.sleep(5);
    } while (System.nanoTime() - deadline < 0);
    return Optional.of(why);
  }

  private void follow(String address) {
    List<Target> all = targets.get();
    for (int i = 0; i < all.size(); i++) {
      if (isAt(address, all.get(i)) && i != next) {
        next = i;
        return;
      }
    }
    next = (next + 1) % all.size();
  }

  private static boolean isAt(String address, Target target) {
    return !address.isEmpty()
        && !address.equals("unknown")
        && target.authority().equals(URI.create(address).getAuthority());
  }
}
