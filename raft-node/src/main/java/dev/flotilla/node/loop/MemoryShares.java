package dev.flotilla.node.loop;

/**
 * How much of the heap the messages under way may take: the one place from which a server's budgets
 * are derived. Each share is a part of the largest heap, at least what the largest message needs
 * and at most what a server with plenty of memory uses.
 *
 * <p>The six queues, requests and answers together take {@code 5/8} of a heap of 64 MiB at the very
 * most; what the log keeps in memory ({@code RaftOptions}) fits beside them. Immutable, any thread.
 *
 * @param requestBytes bodies of requests that are being received or wait for their answers: a fifth
 *     of the heap, 12 to 16 MiB
 * @param answerBytes answers that wait for their turn or for their readers: an eighth of the heap,
 *     8 to 64 MiB; those that wait for readers are in direct memory
 * @param queueBytes each of the node's queues that is bounded in bytes, see threads.md: a
 *     thirty-second of the heap, 2 to 8 MiB
 * @param callerBytes answers of other servers that are being received: a thirty-second of the heap,
 *     2 to 16 MiB
 */
public record MemoryShares(long requestBytes, long answerBytes, int queueBytes, long callerBytes) {
  private static final long MIB = 1 << 20;

  /** Those of a server with plenty of memory; for nodes whose behaviour must not depend on it. */
  public static final MemoryShares LARGEST = ofHeap(Long.MAX_VALUE);

  /** The smallest budget in which every share holds its largest message. */
  private static final long MIN_REQUEST_BYTES = 12 * MIB;

  /** Rejects shares in which the largest message would find no room. */
  public MemoryShares {
    if (requestBytes < MIN_REQUEST_BYTES
        || answerBytes < 8 * MIB
        || queueBytes < 2 * MIB
        || callerBytes < 2 * MIB) {
      throw new IllegalArgumentException(
          "shares of %s, %s, %s and %s bytes: at least 12, 8, 2 and 2 MiB are needed"
              .formatted(requestBytes, answerBytes, queueBytes, callerBytes));
    }
  }

  /** The shares of the heap that this process may grow to. */
  public static MemoryShares ofThisProcess() {
    return ofHeap(Runtime.getRuntime().maxMemory());
  }

  /** The shares of a heap of so many bytes. */
  public static MemoryShares ofHeap(long maxHeapBytes) {
    return new MemoryShares(
        clamp(maxHeapBytes / 5, 12 * MIB, 16 * MIB),
        clamp(maxHeapBytes / 8, 8 * MIB, 64 * MIB),
        (int) clamp(maxHeapBytes / 32, 2 * MIB, 8 * MIB),
        clamp(maxHeapBytes / 32, 2 * MIB, 16 * MIB));
  }

  private static long clamp(long bytes, long min, long max) {
    return Math.max(min, Math.min(max, bytes));
  }
}
