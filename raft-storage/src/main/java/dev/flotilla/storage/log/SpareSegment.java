package dev.flotilla.storage.log;

import dev.flotilla.raft.log.LogRoom;
import dev.flotilla.storage.disk.DiskFile;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The segment that will be needed next, made in the background.
 *
 * <p>Made and taken by the log thread, filled with zeros by the executor's; one that the executor
 * rejects, or has not begun when it is needed, is made by the log thread itself.
 */
final class SpareSegment implements Closeable {
  private final SegmentFiles files;
  private final long number;
  private final int bytes;
  private final FutureTask<Optional<DiskFile>> making;
  private volatile boolean wanted = true;

  /**
   * Has it made.
   *
   * @param whenDone called when it is there, or could not be made, by whichever thread was at it
   */
  SpareSegment(SegmentFiles files, long number, int bytes, Executor background, Runnable whenDone) {
    this.files = files;
    this.number = number;
    this.bytes = bytes;
    making =
        new FutureTask<>(
            () -> wanted ? Optional.of(files.createBlank(number, bytes)) : Optional.empty()) {
          @Override
          protected void done() {
            whenDone.run();
          }
        };
    try {
      background.execute(making);
    } catch (RejectedExecutionException e) {
      making.run();
    }
  }

  /**
   * Whether it is there; does not wait.
   *
   * @throws IllegalStateException if it could not be made for a reason that is none of the disk's
   */
  LogRoom.Next state() {
    if (!making.isDone()) {
      return LogRoom.Next.BEING_MADE;
    }
    return failure().isEmpty() ? LogRoom.Next.READY : LogRoom.Next.NO_ROOM;
  }

  /** Why the disk did not let it be made, if so. */
  Optional<String> failure() {
    if (!making.isDone()) {
      return Optional.empty();
    }
    try {
      result();
      return Optional.empty();
    } catch (IOException e) {
      Throwable cause = e.getCause();
      if (cause != null && !(cause instanceof IOException)) {
        throw new IllegalStateException(e.getMessage(), cause);
      }
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /** Hands over the file, which the caller closes; waits for it, or makes it, if need be. */
  DiskFile take() throws IOException {
    try {
      return result().orElseThrow();
    } catch (SpareFailed early) {
      return makeAfresh(early);
    }
  }

  /** The failure may be hours old, and what was in the way is gone. */
  private DiskFile makeAfresh(SpareFailed early) throws IOException {
    try {
      return files.createBlank(number, bytes);
    } catch (IOException e) {
      e.addSuppressed(early);
      throw new SpareFailed(e);
    }
  }

  /** Gives the spare up; its file may stay, and is removed by the next recovery. */
  @Override
  public void close() throws IOException {
    wanted = false;
    Optional<DiskFile> file;
    try {
      file = result();
    } catch (SpareFailed e) {
      // It was not needed.
      return;
    }
    if (file.isPresent()) {
      file.get().close();
    }
  }

  private Optional<DiskFile> result() throws IOException {
    making.run();
    try {
      return making.get();
    } catch (ExecutionException e) {
      throw new SpareFailed(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while the next log segment was being made");
    }
  }

  private static final class SpareFailed extends IOException {
    private static final long serialVersionUID = 1L;

    SpareFailed(@Nullable Throwable cause) {
      super("the next log segment could not be made: " + cause, cause);
    }
  }
}
