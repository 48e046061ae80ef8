package dev.flotilla.server;

import dev.flotilla.bdb.StoredIndex;
import java.nio.file.Path;
import java.util.OptionalLong;

/** Up to where the state machine of a data directory has its state on the disk. */
final class AppliedIndex {
  private AppliedIndex() {}

  /** What a journal or key-value store says; empty for any other machine. */
  static OptionalLong in(Path dataDirectory) {
    return StoredIndex.in(dataDirectory.resolve("machine"));
  }
}
