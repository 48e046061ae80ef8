package dev.flotilla.memory;

import dev.flotilla.memory.WholeFile.DamagedFile;
import dev.flotilla.node.statemachine.Execution;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.LogPosition;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The executions that the node may ask for, in one file for each image: those since the image
 * before. A file is written before its image and so may be one too many after a crash.
 *
 * <p>Its name has the last index; it holds the index of the image before (8 bytes), how many there
 * are (4), and of each: index, term, fingerprint (8 each), success (1), uid, and result with its
 * length (4), which is -1 if it has no value.
 */
final class ExecutionFiles {
  private static final String PREFIX = "executions-";
  private static final int NO_VALUE = -1;

  private final Path directory;

  ExecutionFiles(Path directory) {
    this.directory = directory;
  }

  /**
   * A file.
   *
   * @param path where it is
   * @param after it holds those after this index
   * @param last it holds those up to this index
   * @param count how many
   */
  private record Part(Path path, long after, long last, int count) {}

  void write(long after, long last, List<Execution> executions) throws IOException {
    WholeFile.write(
        directory.resolve(PREFIX + String.format(Locale.ROOT, "%019d", last)),
        out -> {
          out.writeLong(after);
          out.writeInt(executions.size());
          for (Execution each : executions) {
            write(out, each);
          }
        });
  }

  private static void write(DataOutputStream out, Execution execution) throws IOException {
    out.writeLong(execution.position().index());
    out.writeLong(execution.position().term());
    out.writeLong(execution.fingerprint());
    Result result = execution.result();
    out.writeBoolean(result.success());
    out.writeUTF(execution.uid());
    out.writeInt(result.hasValue() ? result.value().size() : NO_VALUE);
    out.write(result.value().toArray());
  }

  /**
   * Throws unless the files hold all executions after one index and up to another.
   *
   * @throws DamagedFile if one is damaged or missing
   */
  void requireAll(long after, long last) throws IOException {
    long reached = after;
    for (Part part : parts()) {
      if (part.last <= after || part.last > last) {
        continue;
      }
      if (part.after > reached) {
        throw new DamagedFile(
            "%s has no executions from %s to %s".formatted(directory, reached + 1, part.after));
      }
      reached = part.last;
    }
    if (reached < last) {
      throw new DamagedFile(
          "%s has no executions from %s to %s".formatted(directory, reached + 1, last));
    }
  }

  /** Hands over the latest ones up to an index, oldest first. */
  void recall(long last, int limit, Consumer<Execution> visitor) throws IOException {
    List<Part> wanted = parts().stream().filter(part -> part.last <= last).toList();
    long skipped = wanted.stream().mapToLong(Part::count).sum() - limit;
    for (Part part : wanted) {
      try (DataInputStream in = WholeFile.open(part.path)) {
        in.readLong();
        for (int left = in.readInt(); left > 0; left--) {
          Execution execution = read(in);
          if (skipped <= 0) {
            visitor.accept(execution);
          }
          skipped--;
        }
      }
    }
  }

  private static Execution read(DataInputStream in) throws IOException {
    LogPosition position = new LogPosition(in.readLong(), in.readLong());
    long fingerprint = in.readLong();
    boolean success = in.readBoolean();
    String uid = in.readUTF();
    int size = in.readInt();
    Bytes value = Bytes.wrap(in.readNBytes(Math.max(0, size)));
    return new Execution(position, uid, fingerprint, new Result(success, value, size != NO_VALUE));
  }

  /** Removes files that hold nothing between two indexes, the second included. */
  void removeOutside(long after, long last) throws IOException {
    for (Path file : files()) {
      if (last(file) <= after || last(file) > last) {
        Files.delete(file);
      }
    }
  }

  private List<Part> parts() throws IOException {
    List<Part> parts = new ArrayList<>();
    for (Path file : files()) {
      try (DataInputStream in = WholeFile.open(file)) {
        parts.add(new Part(file, in.readLong(), last(file), in.readInt()));
      }
    }
    return parts;
  }

  /** Oldest first. */
  List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.getFileName().toString().matches(PREFIX + "[0-9]{19}"))
          .sorted()
          .toList();
    }
  }

  private static long last(Path file) {
    return Long.parseLong(file.getFileName().toString().substring(PREFIX.length()));
  }
}
