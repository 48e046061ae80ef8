package dev.flotilla.raftdpws;

import dev.flotilla.storage.disk.Disk;
import dev.flotilla.storage.log.CommitMark;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notes the commit index in the data directory, at most once a second, for an operator who may have
 * to recover the group from it. A failure is only logged. The device's thread; blocks on the disk.
 */
final class CommitNotes {
  private static final Logger LOG = LoggerFactory.getLogger(CommitNotes.class);
  private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final CommitMark mark;
  private long nextNanos;
  private boolean hasFailed;

  CommitNotes(Disk disk, long nowNanos) {
    mark = new CommitMark(disk);
    nextNanos = nowNanos;
  }

  void look(long commitIndex, long nowNanos) {
    if (nowNanos - nextNanos < 0) {
      return;
    }
    nextNanos = nowNanos + PERIOD_NANOS;
    try {
      mark.write(commitIndex);
    } catch (IOException e) {
      if (!hasFailed) {
        LOG.warn("The commit index cannot be noted: {}", e.toString());
      }
      hasFailed = true;
    }
  }
}
