package dev.flotilla.raft.options;

import java.util.List;

/** Reads bounds of a transcript, {@code name=value}; the rest is as by default. */
public final class Bounds {
  private Bounds() {}

  public static boolean isBound(String word) {
    return !word.startsWith("members=") && !word.startsWith("priority=");
  }

  public static RaftOptions parse(List<String> words) {
    int maxEntriesPerAppend = RaftOptions.DEFAULT.maxEntriesPerAppend();
    int maxInflightAppends = RaftOptions.DEFAULT.maxInflightAppends();
    int maxUncommittedBytes = RaftOptions.DEFAULT.maxUncommittedBytes();
    int maxUnappliedEntries = RaftOptions.DEFAULT.maxUnappliedEntries();
    int maxUnappliedBytes = RaftOptions.DEFAULT.maxUnappliedBytes();
    int maxRecentBytes = RaftOptions.DEFAULT.maxRecentBytes();
    int maxChunkBytes = RaftOptions.DEFAULT.compaction().maxChunkBytes();
    int keptEntries = RaftOptions.DEFAULT.compaction().keptEntries();
    LeadershipOptions leadership = LeadershipOptions.DEFAULT;
    for (String word : words) {
      int value = Integer.parseInt(word.substring(word.indexOf('=') + 1));
      switch (word.substring(0, word.indexOf('='))) {
        case "entries" -> maxEntriesPerAppend = value;
        case "inflight" -> maxInflightAppends = value;
        case "uncommitted" -> maxUncommittedBytes = value;
        case "unapplied" -> maxUnappliedEntries = value;
        case "unappliedbytes" -> maxUnappliedBytes = value;
        case "recent" -> maxRecentBytes = value;
        case "chunk" -> maxChunkBytes = value;
        case "kept" -> keptEntries = value;
        case "drift" -> leadership = leadership.withLeaseReads(value);
        default -> throw new IllegalArgumentException("no such bound: " + word);
      }
    }
    RaftOptions bounds =
        new RaftOptions(
            RaftOptions.DEFAULT.electionTimeoutMinNanos(),
            RaftOptions.DEFAULT.electionTimeoutMaxNanos(),
            RaftOptions.DEFAULT.heartbeatNanos(),
            maxEntriesPerAppend,
            RaftOptions.DEFAULT.maxBytesPerAppend(),
            maxInflightAppends,
            maxUncommittedBytes,
            maxUnappliedEntries,
            maxUnappliedBytes,
            maxRecentBytes);
    return bounds.withSnapshots(maxChunkBytes, keptEntries).withLeadership(leadership);
  }
}
