package dev.flotilla.raft.message;

/**
 * Answers {@link InstallSnapshot}.
 *
 * @param term the responder's current term
 * @param done whether everything up to the snapshot's last entry is synced here, so that
 *     replication goes on after it
 * @param nextOffset if it is not done, the byte of the snapshot that the responder wants next
 * @param sequence the request's number
 */
public record InstallSnapshotResponse(long term, boolean done, long nextOffset, long sequence)
    implements Message.Response {
  /** Rejects a negative offset. */
  public InstallSnapshotResponse {
    if (nextOffset < 0) {
      throw new IllegalArgumentException("a snapshot has no offset " + nextOffset);
    }
  }
}
