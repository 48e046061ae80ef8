package dev.flotilla.raftdpws;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A thread of a device. One does founding, tending connections, small files, and may block for the
 * moment that a disk takes; another makes segments of the log, and may block for long.
 */
final class DeviceThread extends ScheduledThreadPoolExecutor implements AutoCloseable {
  private static final long CLOSE_LIMIT_SECONDS = 10;

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
