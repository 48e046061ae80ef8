package dev.flotilla.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directory of a state machine, which a start that fails leaves empty if it found it so: a
 * machine of another kind would keep the right one out ever after. Blocks for the disk.
 *
 * @param path where it is
 * @param wasEmpty whether it held nothing before the start
 */
record MachineDirectory(Path path, boolean wasEmpty) {
  private static final Logger LOG = LoggerFactory.getLogger(MachineDirectory.class);

  /** Looks at it before the machine is initialized. */
  static MachineDirectory of(Path path) throws IOException {
    return new MachineDirectory(path, Files.notExists(path) || within(path).isEmpty());
  }

  /** After the machine has been terminated. All that is deleted was made since {@link #of}. */
  void abandon() {
    if (!wasEmpty) {
      return;
    }
    try {
      for (Path made : within(path)) {
        Files.delete(made);
      }
    } catch (IOException e) {
      LOG.warn("{} could not be emptied after a start that failed", path, e);
    }
  }

  /** What it holds, files before their directories. */
  private static List<Path> within(Path path) throws IOException {
    try (Stream<Path> all = Files.walk(path)) {
      return all.filter(it -> !it.equals(path)).sorted(Comparator.reverseOrder()).toList();
    }
  }
}
