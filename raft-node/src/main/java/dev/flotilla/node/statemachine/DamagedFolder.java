package dev.flotilla.node.statemachine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a machine on disk keeps the last state that it found damaged, for whoever wants to know
 * why. Nobody has to come for it: when the room it takes may be wanted it goes, since a disk that
 * was chosen for one state would hold no further snapshot beside two.
 *
 * <p>One thread at a time; blocks on the disk.
 */
public final class DamagedFolder {
  private static final Logger LOG = LoggerFactory.getLogger(DamagedFolder.class);
  private static final String NAME = "damaged";

  /**
   * For the state that takes its place, a snapshot of that, and one that arrives or is restored.
   */
  private static final int STATES = 3;

  /** For the log, and for what is left free. */
  private static final long OTHER_BYTES = 128 << 20;

  private final Path path;
  private final FreeDisk disk;

  /**
   * In the directory of a machine.
   *
   * @param disk of that directory
   */
  public DamagedFolder(Path directory, FreeDisk disk) {
    this.path = directory.resolve(NAME);
    this.disk = disk;
  }

  /** Where it is, if it is there. */
  public Path path() {
    return path;
  }

  /** Whether something is kept. */
  public boolean isThere() {
    return Files.exists(path);
  }

  /** Removes it if not three times as much as it takes, and 128 MiB, are free. */
  public void giveWay() {
    if (!isThere()) {
      return;
    }
    try {
      long bytes = 0;
      for (Path each : all()) {
        bytes += Files.size(each);
      }
      long wanted = STATES * bytes + OTHER_BYTES;
      if (disk.room(wanted) != Room.ENOUGH) {
        LOG.warn(
            "{} is removed: less than {} bytes are free, and it takes {}", path, wanted, bytes);
        remove();
      }
    } catch (IOException | UncheckedIOException e) {
      // Nothing rests on it, and it is tried again.
      LOG.warn("{} cannot be removed: {}", path, e.toString());
    }
  }

  /** Removes it, for a state that was damaged later. */
  public void remove() throws IOException {
    if (isThere()) {
      for (Path each : all()) {
        Files.delete(each);
      }
    }
  }

  /** What is in a folder comes before it. */
  private List<Path> all() throws IOException {
    try (Stream<Path> files = Files.walk(path)) {
      return files.sorted(Comparator.reverseOrder()).toList();
    }
  }
}
