package dev.flotilla.bdb;

import dev.flotilla.bdb.database.CheckpointRecord;
import dev.flotilla.bdb.database.StoreKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Up to which entry a machine on Berkeley DB has forced its database: all of that was committed.
 */
public final class StoredIndex {
  private StoredIndex() {}

  /**
   * Reads the index, whoever has the machine open. Any thread; blocks on the disk for a moment.
   *
   * @param directory the one that was given to {@link Journal#initialize} or {@link
   *     KeyValueStore#initialize}
   * @return empty if it holds neither, or says nothing
   */
  public static OptionalLong in(Path directory) {
    return Stream.of(StoreKind.values())
        .map(kind -> read(directory, kind))
        .filter(OptionalLong::isPresent)
        .findFirst()
        .orElse(OptionalLong.empty());
  }

  private static OptionalLong read(Path directory, StoreKind kind) {
    try {
      return CheckpointRecord.readIndex(directory, kind);
    } catch (IOException e) {
      // The other kind, or unreadable: the machine's own start says so.
      return OptionalLong.empty();
    }
  }
}
