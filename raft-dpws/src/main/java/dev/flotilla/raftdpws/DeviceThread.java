package dev.flotilla.raftdpws;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread of a device. One does founding, tending connections, small files, and may block for the
 * moment that a disk takes; another makes segments of the log, and may block for long.
 */
final class DeviceThread extends ScheduledThreadPoolExecutor implements AutoCloseable {
  private static final long CLOSE_LIMIT_SECONDS = 10;

  private static final Logger LOG = LoggerFactory.getLogger(DeviceThread.class);

  private volatile @Nullable Thread thread;

  DeviceThread(String name) {
    super(1);
    setThreadFactory(
        task -> {
          Thread created = new Thread(task, name);
          created.setDaemon(true);
          thread = created;
          return created;
        });
    setRemoveOnCancelPolicy(true);
    setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    setContinueExistingPeriodicTasksAfterShutdownPolicy(false);
  }

  /** Whether the calling thread is this one. */
  boolean isOwn() {
    return Thread.currentThread() == thread;
  }

  /** Also goes on after the task has thrown, which is logged once for each kind of failure. */
  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      Runnable task, long initialDelay, long delay, TimeUnit unit) {
    Set<String> logged = new HashSet<>();
    return super.scheduleWithFixedDelay(() -> run(task, logged), initialDelay, delay, unit);
  }

  private static void run(Runnable task, Set<String> logged) {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      if (logged.add(e.getClass().getName())) {
        LOG.error("A periodic task of the device has failed; it goes on: {}", e.toString(), e);
      }
    }
  }

  /** Runs on the thread, after all that was handed to it before, and waits. */
  void runAndWait(Callable<?> task) throws Exception {
    if (isOwn()) {
      task.call();
      return;
    }
    try {
      submit(task).get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw e;
    }
  }

  /** Ends what is scheduled, and waits for what runs. */
  @Override
  public void close() {
    shutdown();
    try {
      if (!isOwn()) {
        boolean unused = awaitTermination(CLOSE_LIMIT_SECONDS, TimeUnit.SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
