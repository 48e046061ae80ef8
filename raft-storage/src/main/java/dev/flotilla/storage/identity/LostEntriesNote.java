package dev.flotilla.storage.identity;

import dev.flotilla.storage.DamagedLog;
import dev.flotilla.storage.disk.Disk;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * The note in a data directory that its log has lost entries which the member had confirmed, as a
 * leader has shown: the files are sound in themselves, and the directory is damaged all the same.
 * It is kept with the other files when they are set aside.
 *
 * <p>Internal: public only for the other packages of raft-storage.
 */
public final class LostEntriesNote {
  /** The file. */
  public static final String FILE = "lost-entries.properties";

  private static final String FIRST = "first";
  private static final String FINDING = "finding";

  private LostEntriesNote() {}

  /**
   * Notes it; durable when it returns.
   *
   * @param firstIndex the first entry that may be lost
   */
  public static void write(Disk disk, long firstIndex, String finding) throws IOException {
    // Sorted: the same in every run of the simulator.
    new CheckedProperties(disk, FILE)
        .write(new TreeMap<>(Map.of(FIRST, Long.toString(firstIndex), FINDING, finding)));
  }

  /**
   * Refuses a directory of which that was noted.
   *
   * @throws DamagedLog if it was, or if the note itself is damaged
   */
  public static void requireNone(Disk disk) throws IOException {
    CheckedProperties file = new CheckedProperties(disk, FILE);
    if (!file.exists()) {
      return;
    }
    try {
      Map<String, String> note = file.read();
      throw new DamagedLog(
          disk.location(),
          "log",
          0,
          Long.parseLong(note.getOrDefault(FIRST, "")),
          note.getOrDefault(FINDING, ""));
    } catch (CheckedProperties.Damaged | NumberFormatException e) {
      throw new DamagedLog(disk.location(), FILE, 0, 0, String.valueOf(e.getMessage()));
    }
  }
}
