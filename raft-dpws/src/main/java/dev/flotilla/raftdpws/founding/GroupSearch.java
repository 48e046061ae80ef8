package dev.flotilla.raftdpws.founding;

import dev.flotilla.raftdpws.directory.AddressDirectory;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.io.IOException;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Asks the servers of a group who they are, again and again on the one thread of an executor, and
 * hands their answers to rules. Any thread but where said; nothing waits.
 *
 * @param <R> the rules, which belong to the thread
 */
abstract class GroupSearch<R extends GroupSearch.Rules> implements AutoCloseable {
  /** Announcements that wait for the thread; more are dropped, and announced again. */
  static final int MAX_ANNOUNCED = FounderCensus.MAX_ADDRESSES;

  final R rules;
  final AddressDirectory directory;
  private final Function<URI, CompletionStage<StatusResponse>> status;
  private final ScheduledExecutorService thread;
  private final long pauseMillis;
  private final Set<Object> announced = ConcurrentHashMap.newKeySet();

  // Of the thread.
  private @Nullable ScheduledFuture<?> ticks;

  /** What becomes of the answers. */
  interface Rules {
    /** The server there has answered. */
    void isThere(URI address, StatusResponse answer, long nowNanos) throws IOException;

    /** Nobody has answered there. */
    void isNotThere(URI address, Unanswered problem, long nowNanos);
  }

  /** Something that is done on the thread. */
  interface Step {
    void run() throws IOException;
  }

  /**
   * Prepares.
   *
   * @param directory told where servers were met
   * @param status asks who lives at an address; must not block
   * @param pauseMillis between two ticks
   */
  GroupSearch(
      R rules,
      AddressDirectory directory,
      Function<URI, CompletionStage<StatusResponse>> status,
      ScheduledExecutorService thread,
      long pauseMillis) {
    this.rules = rules;
    this.directory = directory;
    this.status = status;
    this.thread = thread;
    this.pauseMillis = pauseMillis;
  }

  /** Does something and what follows from it. Nobody else hears of what is thrown on the thread. */
  abstract void act(Step step);

  /** Begins to tick. Whether it goes on after a tick has thrown, the executor decides. */
  void tick(Step step) {
    boolean unused =
        execute(
            () ->
                ticks =
                    thread.scheduleWithFixedDelay(
                        () -> act(step), 0, pauseMillis, TimeUnit.MILLISECONDS));
  }

  /** Has the thread do it once; false if it has ended: answers may still come in then. */
  boolean post(Step step) {
    return execute(() -> act(step));
  }

  private boolean execute(Runnable task) {
    try {
      thread.execute(task);
      return true;
    } catch (RejectedExecutionException e) {
      return false;
    }
  }

  /** Takes an announcement, unless it waits already or {@value #MAX_ANNOUNCED} do. */
  void announced(Object announcement, Step step) {
    if (announced.size() >= MAX_ANNOUNCED || !announced.add(announcement)) {
      return;
    }
    boolean posted =
        execute(
            () -> {
              announced.remove(announcement);
              act(step);
            });
    if (!posted) {
      announced.remove(announcement);
    }
  }

  /** Asks who lives there. */
  void whoIs(URI address) {
    status
        .apply(address)
        .whenComplete((answer, failure) -> post(() -> heardFrom(address, answer, failure)));
  }

  private void heardFrom(URI address, @Nullable StatusResponse answer, @Nullable Throwable failure)
      throws IOException {
    if (answer != null) {
      directory.named(answer.self().member().id(), address);
      rules.isThere(address, answer, System.nanoTime());
    } else {
      rules.isNotThere(address, Unanswered.of(failure), System.nanoTime());
    }
  }

  /** Ticks no more. On the thread. */
  void stop() {
    if (ticks != null) {
      ticks.cancel(false);
    }
  }

  /** Asks no more, once the thread comes to it; does not wait. */
  @Override
  public void close() {
    boolean unused = execute(this::stop);
  }
}
