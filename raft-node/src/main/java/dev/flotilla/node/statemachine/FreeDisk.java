package dev.flotilla.node.statemachine;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/**
 * How much is free on the file system of a state: what a machine on disk answers {@link
 * StateMachine#room} with, so that a full disk refuses commands instead of stopping the node
 * (safety rule 11). Any thread.
 *
 * <p>Asking is one call of the operating system. While {@link #PLENTY_BYTES} are free, it asks at
 * most once in {@value #REUSE_MILLIS} ms, in which no disk fills by so much.
 */
public final class FreeDisk {
  /** With so much free, the answer may be a little older. */
  static final long PLENTY_BYTES = 1L << 30;

  static final long REUSE_MILLIS = 20;

  private final LongSupplier usableBytes;

  /**
   * Of what is measured in another way.
   *
   * @param usableBytes how much is free now
   */
  public FreeDisk(LongSupplier usableBytes) {
    this.usableBytes = usableBytes;
  }

  /**
   * Of the file system that holds a directory; as much as there are numbers where nobody can say,
   * as in some containers, whose mounts cannot be seen.
   */
  public static FreeDisk of(Path directory) {
    try {
      FileStore store = Files.getFileStore(directory);
      return new FreeDisk(reusing(() -> usableBytes(store), System::nanoTime));
    } catch (IOException e) {
      return new FreeDisk(() -> Long.MAX_VALUE);
    }
  }

  /** Asks less often while there is plenty. */
  static LongSupplier reusing(LongSupplier usableBytes, LongSupplier nanoTime) {
    AtomicReference<Answer> last = new AtomicReference<>(new Answer(0, 0));
    return () -> {
      long nowNanos = nanoTime.getAsLong();
      Answer known = Objects.requireNonNull(last.get());
      boolean isFresh = nowNanos - known.nanos() < REUSE_MILLIS * 1_000_000;
      if (known.bytes() >= PLENTY_BYTES && isFresh) {
        return known.bytes();
      }
      Answer now = new Answer(usableBytes.getAsLong(), nowNanos);
      last.set(now);
      return now.bytes();
    };
  }

  private record Answer(long bytes, long nanos) {}

  private static long usableBytes(FileStore store) {
    try {
      return store.getUsableSpace();
    } catch (IOException e) {
      return Long.MAX_VALUE;
    }
  }

  /**
   * Compares it with what is to stay free.
   *
   * @param enoughBytes the second half of them is for what was accepted before, and for what the
   *     machine writes by itself: below it there is no room
   */
  public Room room(long enoughBytes) {
    long usable = usableBytes.getAsLong();
    if (usable >= enoughBytes) {
      return Room.ENOUGH;
    }
    return usable >= enoughBytes / 2 ? Room.LITTLE : Room.NONE;
  }
}
