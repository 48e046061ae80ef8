package dev.flotilla.storage.log;

import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.LoggedConfiguration;
import java.util.List;
import java.util.Optional;

/**
 * What the log held when it was opened; all of it is forced.
 *
 * @param termStarts the first position of each term, ascending; empty for an empty log
 * @param lastIndex the index of the last entry, 0 for an empty log
 * @param lastTimeMillis the log time of the last entry, 0 for an empty log
 * @param configurations those among the entries, ascending
 * @param base the position before the first entry
 * @param tornTail what was cut off, if anything was
 */
public record RecoveredLog(
    List<LogPosition> termStarts,
    long lastIndex,
    long lastTimeMillis,
    List<LoggedConfiguration> configurations,
    LogPosition base,
    Optional<TornTail> tornTail) {
  /** Copies the lists. */
  public RecoveredLog {
    termStarts = List.copyOf(termStarts);
    configurations = List.copyOf(configurations);
  }

  /**
   * The remains of a batch that was being written when the process or the machine stopped: it was
   * never forced, so nobody was told of it.
   *
   * @param file the segment's name
   * @param offset where the log ends now, in bytes
   * @param bytes how many bytes behind that were not blank
   */
  public record TornTail(String file, long offset, long bytes) {
    /** What a start says of it. */
    String inWords() {
      return "%s ends at offset %s: the %s bytes behind it are cut; they were never forced, and nobody was told of them"
          .formatted(file, offset, bytes);
    }
  }
}
