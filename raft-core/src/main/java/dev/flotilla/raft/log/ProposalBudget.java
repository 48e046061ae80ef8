package dev.flotilla.raft.log;

import java.util.ArrayDeque;

/**
 * Sizes of the entries of one office that have not been handed out to the state machine yet.
 *
 * <p>Whatever does not keep up, be it the other voters, this server's own disk or its state
 * machine, what it holds up stays in memory, and so do the clients who wait for it. So this, and
 * not what is uncommitted, is what proposals are refused for.
 *
 * <p>Internal: public only for the other packages of raft-core.
 */
public final class ProposalBudget {
  private final ArrayDeque<Integer> sizesBytes = new ArrayDeque<>();
  private long bytes;

  /** The index of the first of {@link #sizesBytes}. */
  private long firstIndex;

  public ProposalBudget(long firstIndex) {
    this.firstIndex = firstIndex;
  }

  public void appended(int sizeBytes) {
    sizesBytes.add(sizeBytes);
    bytes += sizeBytes;
  }

  /** How many bytes are left when everything up to an index is handed out. */
  public long bytesAfter(long handedOutIndex) {
    while (firstIndex <= handedOutIndex && !sizesBytes.isEmpty()) {
      bytes -= sizesBytes.remove();
      firstIndex++;
    }
    return bytes;
  }
}
