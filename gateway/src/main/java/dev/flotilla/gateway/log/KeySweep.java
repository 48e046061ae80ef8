package dev.flotilla.gateway.log;

import dev.flotilla.bdb.KeyValueText;
import dev.flotilla.gateway.log.KeyValues.Read;
import dev.flotilla.gateway.log.KeyValues.Written;
import dev.flotilla.raft.model.Bytes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Removes kept answers from the group when their time is over.
 *
 * <p>A gateway removes its own by the time at which it kept them, and those of other gateways,
 * which may have died, by the time at which it has seen them first, and a minute later. No clock on
 * a wall matters, so none is removed early.
 *
 * <p>One thread; blocks.
 */
final class KeySweep {
  private static final int REMOVED_AT_ONCE = 100;
  private static final int SLACK_SECONDS = 60;
  private static final int LOOKS_PER_TIME = 4;

  /** The last name of a gateway when it was looked at, and when that was. */
  private record Seen(String last, long nanos) {}

  private final GroupLog log;
  private final KeyValues store;
  private final LongSupplier nanoTime;
  private final Map<String, Seen> others = new HashMap<>();
  private final long lookNanos;
  private final long timeNanos;
  private long nextLookNanos;

  KeySweep(GroupLog log, KeyValues store, LongSupplier nanoTime) {
    this.log = log;
    this.store = store;
    this.nanoTime = nanoTime;
    int seconds = log.options().keys().seconds();
    this.timeNanos = TimeUnit.SECONDS.toNanos(seconds + (long) SLACK_SECONDS);
    this.lookNanos = TimeUnit.SECONDS.toNanos(Math.max(SLACK_SECONDS, seconds / LOOKS_PER_TIME));
    this.nextLookNanos = nanoTime.getAsLong();
  }

  /** Removes what is over. */
  void sweep() {
    long expired = log.room().expired();
    if (expired > 0) {
      String last = LogNames.kept(LogNames.stamp(log.keeper(), expired));
      String prefix = LogNames.kept(LogNames.stampsOf(log.keeper()));
      if (remove(prefix, name -> name.compareTo(last) <= 0)) {
        log.room().removed(expired);
      }
    }
    if (nanoTime.getAsLong() - nextLookNanos >= 0) {
      nextLookNanos = nanoTime.getAsLong() + lookNanos;
      sweepOthers();
    }
  }

  private void sweepOthers() {
    Map<String, String> last = new HashMap<>();
    boolean isComplete =
        remove(
            LogNames.KEPT,
            name -> {
              String keeper = LogNames.keeperOf(name);
              if (keeper.equals(log.keeper())) {
                return false;
              }
              last.put(keeper, name);
              return isOver(others.get(keeper), name);
            });
    if (isComplete) {
      others.keySet().retainAll(last.keySet());
      last.forEach(this::look);
    }
  }

  private boolean isOver(@Nullable Seen seen, String name) {
    return seen != null
        && nanoTime.getAsLong() - seen.nanos() >= timeNanos
        && name.compareTo(seen.last()) <= 0;
  }

  private void look(String keeper, String last) {
    Seen before = others.get(keeper);
    if (before == null || nanoTime.getAsLong() - before.nanos() >= timeNanos) {
      others.put(keeper, new Seen(last, nanoTime.getAsLong()));
    }
  }

  /** Looks at all names with a prefix, and removes some; returns whether the group answered. */
  private boolean remove(String prefix, Predicate<String> isOver) {
    List<CompletionStage<Written>> removals = new ArrayList<>();
    Optional<Bytes> from = Optional.of(Bytes.utf8(prefix));
    while (from.isPresent()) {
      if (!(await(store.list(prefix, from.get())) instanceof Read.Found<KeyValueText.Page> page)) {
        return false;
      }
      for (KeyValueText.Pair pair : page.value().pairs()) {
        if (isOver.test(pair.key().toUtf8())) {
          removals.add(remove(pair));
        }
        if (removals.size() >= REMOVED_AT_ONCE && !areDone(removals)) {
          return false;
        }
      }
      from = page.value().next();
    }
    return areDone(removals);
  }

  private static boolean areDone(List<CompletionStage<Written>> removals) {
    boolean areDone =
        removals.stream().allMatch(it -> await(it) instanceof Written.Done); // The next sweep.
    removals.clear();
    return areDone;
  }

  private CompletionStage<Written> remove(KeyValueText.Pair index) {
    String name = index.key().toUtf8();
    String stamp = name.substring(LogNames.KEPT.length());
    String[] parts = index.value().toUtf8().split(" ", 2);
    Optional<String> done = Optional.of(parts.length > 1 ? parts[1] : "");
    return store
        .compareAndSet(LogNames.key(parts[0]), done, Optional.empty())
        .thenCompose(released -> store.delete(LogNames.answer(stamp)))
        .thenCompose(
            deleted ->
                deleted instanceof Written.Done
                    ? store.delete(name)
                    : CompletableFuture.completedFuture(deleted));
  }

  private static <T> T await(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }
}
