package dev.flotilla.console;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Records on request, one recording at a time. Any thread. */
final class Recorder {
  private static final Logger LOG = LoggerFactory.getLogger(Recorder.class);

  private final Path directory;
  private final long maxBytes;

  // Guarded by this.
  private @Nullable Recording running;
  private RecordingState last = RecordingState.NONE;

  /**
   * A recorder that does not record yet.
   *
   * @param directory holds a directory for each recording
   * @param maxBytes how large one recording may become
   */
  Recorder(Path directory, long maxBytes) {
    this.directory = directory;
    this.maxBytes = maxBytes;
  }

  /** Begins a recording unless one is running; returns whether it did. */
  synchronized boolean start(Instant now) throws IOException {
    if (running != null) {
      return false;
    }
    running = Recording.begin(directory, now, maxBytes);
    return true;
  }

  /** Ends the recording; returns whether one was running. */
  synchronized boolean stop() {
    if (running == null) {
      return false;
    }
    last = running.state(false);
    running = null;
    return true;
  }

  synchronized boolean isRunning() {
    return running != null;
  }

  synchronized RecordingState state() {
    return running == null ? last : running.state(true);
  }

  /** Returns why the recording has ended by itself, if it has. */
  Optional<String> write(ConsoleState state) {
    return write(recording -> recording.write(state));
  }

  /** Returns why the recording has ended by itself, if it has. */
  Optional<String> write(LogLine line) {
    return write(recording -> recording.write(line));
  }

  private synchronized Optional<String> write(Part part) {
    if (running == null) {
      return Optional.empty();
    }
    try {
      part.writeTo(running);
      return Optional.empty();
    } catch (IOException e) {
      LOG.warn("The recording in {} has ended: {}", directory, e.toString());
      RecordingState ended = running.state(false);
      String reason = String.valueOf(e.getMessage());
      last =
          new RecordingState(
              false,
              ended.directory(),
              ended.since(),
              ended.files(),
              ended.bytes(),
              Optional.of(reason));
      running = null;
      return Optional.of(reason);
    }
  }

  private interface Part {
    void writeTo(Recording recording) throws IOException;
  }
}
