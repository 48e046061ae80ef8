package dev.flotilla.console;

import java.time.Instant;
import java.util.Optional;

/**
 * What the recorder does.
 *
 * @param running whether values are being recorded
 * @param directory where they are, or were last; empty if nothing was recorded yet
 * @param since when the recording began
 * @param files the files of the recording
 * @param bytes their sizes together
 * @param problem why the last recording ended by itself
 */
record RecordingState(
    boolean running,
    String directory,
    Optional<Instant> since,
    int files,
    long bytes,
    Optional<String> problem) {
  /** Nothing was recorded yet. */
  static final RecordingState NONE =
      new RecordingState(false, "", Optional.empty(), 0, 0, Optional.empty());
}
