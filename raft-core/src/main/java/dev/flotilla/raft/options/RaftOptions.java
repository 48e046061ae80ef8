package dev.flotilla.raft.options;

/**
 * The bounds and intervals of the protocol.
 *
 * @param electionTimeoutMinNanos an election starts after a random silence of at least this
 * @param electionTimeoutMaxNanos and of at most this
 * @param heartbeatNanos a leader sends to each follower at least this often; less than half of the
 *     smallest election timeout
 * @param maxEntriesPerAppend entries in one AppendEntries
 * @param maxBytesPerAppend bytes of entries in one AppendEntries, unless one entry alone is larger
 * @param maxInflightAppends AppendEntries with entries that one follower may owe answers to
 * @param maxInflightEntries entries in those; at least maxEntriesPerAppend
 * @param maxInflightBytes bytes of those entries, unless one entry alone is larger than an append;
 *     at least maxBytesPerAppend
 * @param maxUncommittedBytes proposals are answered {@code Busy} while so many bytes of this office
 *     are not committed, or not durable here, or not handed to the state machine yet
 * @param maxUnappliedEntries committed entries handed out and not yet reported applied
 * @param maxUnappliedBytes no further entry is handed out while those that are not yet reported
 *     applied take so many bytes; the last one may exceed it
 * @param maxRecentBytes synced entries kept in memory for followers and the state machine
 * @param compaction how much log is kept behind a snapshot, and how one is sent
 * @param leadership how much this server wants to lead, and how its reads are confirmed
 */
public record RaftOptions(
    long electionTimeoutMinNanos,
    long electionTimeoutMaxNanos,
    long heartbeatNanos,
    int maxEntriesPerAppend,
    int maxBytesPerAppend,
    int maxInflightAppends,
    int maxInflightEntries,
    int maxInflightBytes,
    int maxUncommittedBytes,
    int maxUnappliedEntries,
    int maxUnappliedBytes,
    int maxRecentBytes,
    CompactionOptions compaction,
    LeadershipOptions leadership) {
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** The paper's intervals, and bounds that fit a heap of 64 MiB. */
  public static final RaftOptions DEFAULT =
      new RaftOptions(
          150 * NANOS_PER_MILLI,
          300 * NANOS_PER_MILLI,
          50 * NANOS_PER_MILLI,
          512,
          256 * 1024,
          4,
          4 * 1024 * 1024,
          4096,
          4 * 1024 * 1024,
          4 * 1024 * 1024);

  /** Rejects intervals with which no leader could stay in office, and bounds below one. */
  public RaftOptions {
    if (heartbeatNanos <= 0 || heartbeatNanos * 2 > electionTimeoutMinNanos) {
      throw new IllegalArgumentException(
          "heartbeatNanos "
              + heartbeatNanos
              + " must be at most half of electionTimeoutMinNanos "
              + electionTimeoutMinNanos);
    }
    if (electionTimeoutMaxNanos <= electionTimeoutMinNanos) {
      throw new IllegalArgumentException(
          "electionTimeoutMaxNanos "
              + electionTimeoutMaxNanos
              + " must exceed electionTimeoutMinNanos "
              + electionTimeoutMinNanos);
    }
    requirePositive("maxEntriesPerAppend", maxEntriesPerAppend);
    requirePositive("maxBytesPerAppend", maxBytesPerAppend);
    requirePositive("maxInflightAppends", maxInflightAppends);
    requireWhole("maxInflightEntries", maxInflightEntries, maxEntriesPerAppend);
    requireWhole("maxInflightBytes", maxInflightBytes, maxBytesPerAppend);
    requirePositive("maxUncommittedBytes", maxUncommittedBytes);
    requirePositive("maxUnappliedEntries", maxUnappliedEntries);
    requirePositive("maxUnappliedBytes", maxUnappliedBytes);
    requirePositive("maxRecentBytes", maxRecentBytes);
  }

  /** As many appends in flight as given, all full; usual bounds for snapshots and wish to lead. */
  public RaftOptions(
      long electionTimeoutMinNanos,
      long electionTimeoutMaxNanos,
      long heartbeatNanos,
      int maxEntriesPerAppend,
      int maxBytesPerAppend,
      int maxInflightAppends,
      int maxUncommittedBytes,
      int maxUnappliedEntries,
      int maxUnappliedBytes,
      int maxRecentBytes) {
    this(
        electionTimeoutMinNanos,
        electionTimeoutMaxNanos,
        heartbeatNanos,
        maxEntriesPerAppend,
        maxBytesPerAppend,
        maxInflightAppends,
        product(maxInflightAppends, maxEntriesPerAppend),
        product(maxInflightAppends, maxBytesPerAppend),
        maxUncommittedBytes,
        maxUnappliedEntries,
        maxUnappliedBytes,
        maxRecentBytes,
        CompactionOptions.DEFAULT,
        LeadershipOptions.DEFAULT);
  }

  /** These options with other bounds for snapshots, at the pace of now. */
  public RaftOptions withSnapshots(int chunkBytes, int entriesKept) {
    return withCompaction(
        compaction.withKept(entriesKept, compaction.keptBytes()).withMaxChunkBytes(chunkBytes));
  }

  /** These options with other bounds for snapshots and the log behind them. */
  public RaftOptions withCompaction(CompactionOptions options) {
    return with(maxInflightAppends, maxInflightEntries, maxInflightBytes, options, leadership);
  }

  /** These options with another election timeout and heartbeat. */
  public RaftOptions withTiming(Timing timing) {
    return new RaftOptions(
        timing.electionMinMillis() * NANOS_PER_MILLI,
        timing.electionMaxMillis() * NANOS_PER_MILLI,
        timing.heartbeatMillis() * NANOS_PER_MILLI,
        maxEntriesPerAppend,
        maxBytesPerAppend,
        maxInflightAppends,
        maxInflightEntries,
        maxInflightBytes,
        maxUncommittedBytes,
        maxUnappliedEntries,
        maxUnappliedBytes,
        maxRecentBytes,
        compaction,
        leadership);
  }

  /**
   * The election timeout and heartbeat of these options.
   *
   * @throws IllegalArgumentException if they are none that {@link Timing} allows, as those of tests
   */
  public Timing timing() {
    return new Timing(
        (int) (electionTimeoutMinNanos / NANOS_PER_MILLI),
        (int) (electionTimeoutMaxNanos / NANOS_PER_MILLI),
        (int) (heartbeatNanos / NANOS_PER_MILLI));
  }

  /** These options with another wish to lead. */
  public RaftOptions withLeadership(LeadershipOptions options) {
    return with(maxInflightAppends, maxInflightEntries, maxInflightBytes, compaction, options);
  }

  /**
   * These options with other bounds on what one follower may owe answers to.
   *
   * @param appends AppendEntries with entries
   * @param entries entries in them
   * @param bytes bytes of those
   */
  public RaftOptions withWindow(int appends, int entries, int bytes) {
    return with(appends, entries, bytes, compaction, leadership);
  }

  private RaftOptions with(
      int appends, int entries, int bytes, CompactionOptions snapshots, LeadershipOptions options) {
    return new RaftOptions(
        electionTimeoutMinNanos,
        electionTimeoutMaxNanos,
        heartbeatNanos,
        maxEntriesPerAppend,
        maxBytesPerAppend,
        appends,
        entries,
        bytes,
        maxUncommittedBytes,
        maxUnappliedEntries,
        maxUnappliedBytes,
        maxRecentBytes,
        snapshots,
        options);
  }

  private static int product(int appends, int perAppend) {
    return (int) Math.min(Integer.MAX_VALUE, Math.max(1L, appends) * Math.max(1L, perAppend));
  }

  private static void requireWhole(String name, int value, int perAppend) {
    if (value < perAppend) {
      throw new IllegalArgumentException(
          name + " " + value + " must be at least what one append may have, " + perAppend);
    }
  }

  private static void requirePositive(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " must be at least 1, not " + value);
    }
  }
}
