package dev.flotilla.server.json;

import dev.flotilla.storage.log.InspectedFile;
import dev.flotilla.storage.log.Inspection;
import java.util.List;

/**
 * The files of a data directory: the document of {@code log verify}.
 *
 * @param sound whether a server would start on it as it is; if not, standard error says why
 * @param firstIndex the first entry of the log
 * @param lastIndex the last one; below the first if there is none
 */
public record FilesJson(List<One> files, boolean sound, long firstIndex, long lastIndex) {
  /** A file of a data directory. */
  public record One(
      String name,
      String kind,
      long firstIndex,
      long lastIndex,
      long records,
      long bytes,
      String remark) {
    private static One of(InspectedFile it) {
      return new One(
          it.name(),
          it.kind().toString(),
          it.firstIndex(),
          it.lastIndex(),
          it.records(),
          it.bytes(),
          it.remark());
    }
  }

  /** What was found. */
  public static FilesJson of(Inspection inspection) {
    return new FilesJson(
        inspection.files().stream().map(One::of).toList(),
        inspection.finding().isEmpty(),
        inspection.firstIndex(),
        inspection.lastIndex());
  }
}
