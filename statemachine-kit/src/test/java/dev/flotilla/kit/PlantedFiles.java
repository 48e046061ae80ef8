package dev.flotilla.kit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Machines with a fault each in what they have on the disk, or in what they write there. */
final class PlantedFiles {
  private PlantedFiles() {}

  private static final List<Planted> ALL =
      List.of(
          new Planted(
              "has written nothing when it crashes",
              ConformanceCase.CRASH_BETWEEN_BATCHES,
              "every crash found an empty directory",
              Seldom::new),
          new Planted(
              "has written nothing that could be torn",
              ConformanceCase.TORN_FILES,
              "no file with a state was torn",
              Seldom::new));

  static List<Planted> all() {
    return ALL;
  }

  private static final class Seldom extends Tally {
    @Override
    public long initialize(Path home) throws IOException {
      Files.writeString(home.resolve("format"), "1");
      return super.initialize(home);
    }

    @Override
    void save() {
      if (journal.size() % 1_000 == 0) {
        super.save();
      }
    }

    @Override
    public void terminate() {
      if (isOpen()) {
        super.save();
      }
      super.terminate();
    }
  }
}
