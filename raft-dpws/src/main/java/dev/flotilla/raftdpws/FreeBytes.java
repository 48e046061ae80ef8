package dev.flotilla.raftdpws;

import java.io.IOException;
import java.util.OptionalLong;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The free bytes of a file system as they were a moment ago. A file system may hang, such as one of
 * a network; so a thread of its own asks it, and nobody waits. Any thread.
 */
final class FreeBytes {
  static final long REFRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Older values are no longer given. */
  static final long OLD_NANOS = TimeUnit.SECONDS.toNanos(30);

  private static final Logger LOG = LoggerFactory.getLogger(FreeBytes.class);

  /** Asks the file system; may block. */
  @FunctionalInterface
  interface Source {
    long bytes() throws IOException;
  }

  private record Known(long bytes, long atNanos) {}

  private final Source source;
  private final Executor asking;
  private final LongSupplier nanoTime;
  private volatile @Nullable Known known;
  // Guarded by this.
  private boolean isAsking;
  private long askedNanos;

  /**
   * Asks for the first time.
   *
   * @param asking runs at most one task at a time, which may block
   */
  FreeBytes(Source source, Executor asking, LongSupplier nanoTime) {
    this.source = source;
    this.asking = asking;
    this.nanoTime = nanoTime;
    this.askedNanos = nanoTime.getAsLong() - REFRESH_NANOS;
    refresh(REFRESH_NANOS);
  }

  /** Those of a source in the real time, asked on a daemon thread. */
  static FreeBytes of(Source source) {
    return new FreeBytes(
        source,
        task -> {
          Thread thread = new Thread(task, "flotilla-free-bytes");
          thread.setDaemon(true);
          thread.start();
        },
        System::nanoTime);
  }

  /** What is known now; empty if the file system does not answer. */
  OptionalLong get() {
    refresh(REFRESH_NANOS);
    Known latest = known;
    return latest == null || nanoTime.getAsLong() - latest.atNanos() > OLD_NANOS
        ? OptionalLong.empty()
        : OptionalLong.of(latest.bytes());
  }

  /** Asks the file system, if it was asked so long ago and has answered. */
  void refresh(long sinceNanos) {
    synchronized (this) {
      if (isAsking || nanoTime.getAsLong() - askedNanos < sinceNanos) {
        return;
      }
      isAsking = true;
      askedNanos = nanoTime.getAsLong();
    }
    boolean isBegun = false;
    try {
      asking.execute(this::ask);
      isBegun = true;
    } finally {
      if (!isBegun) {
        answered();
      }
    }
  }

  private void ask() {
    try {
      long bytes = source.bytes();
      known = new Known(bytes, nanoTime.getAsLong());
    } catch (IOException e) {
      LOG.debug("The free bytes of the data directory are unknown", e);
    } finally {
      answered();
    }
  }

  private synchronized void answered() {
    isAsking = false;
  }
}
