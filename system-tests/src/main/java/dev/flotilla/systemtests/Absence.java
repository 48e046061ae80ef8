package dev.flotilla.systemtests;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A {@link BusyServer} that stays away while the others write on. */
public final class Absence {
  private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(5);
  private static final long BETWEEN_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private Absence() {}

  /**
   * Waits until the others have dropped entries that it lacks, so that only a snapshot brings it
   * back; blocks for five minutes at the most, and as long for them to serve.
   *
   * @param lastIndex where its log ends
   * @param others who write on
   * @throws IOException if that does not come
   */
  public static void awaitDropped(long lastIndex, List<ServerUnderTest> others)
      throws IOException, InterruptedException {
    ServerGroup.awaitLeader(others);
    // Who has started since an older snapshot has all of its log that is left on the disk.
    List<Long> before = snapshotsOf(others);
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    for (int i = 0; i < others.size(); i++) {
      long wanted = Math.max(before.get(i), lastIndex + BusyServer.KEPT_ENTRIES);
      while (snapshotOf(others.get(i)) <= wanted) {
        if (System.nanoTime() - deadline > 0) {
          throw new IOException(
              "%s takes no snapshot after %s within five minutes"
                  .formatted(others.get(i).name(), wanted));
        }
        LockSupport.parkNanos(BETWEEN_NANOS);
      }
    }
  }

  private static List<Long> snapshotsOf(List<ServerUnderTest> servers)
      throws IOException, InterruptedException {
    List<Long> indexes = new ArrayList<>();
    for (ServerUnderTest server : servers) {
      indexes.add(snapshotOf(server));
    }
    return indexes;
  }

  private static long snapshotOf(ServerUnderTest server) throws IOException, InterruptedException {
    return Long.parseLong(server.answer(BusyServer.SNAPSHOT));
  }
}
