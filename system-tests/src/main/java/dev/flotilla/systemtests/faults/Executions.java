package dev.flotilla.systemtests.faults;

import dev.flotilla.node.statemachine.CommittedCommand;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which commands a server's machine was given, in a file that outlives SIGKILL: a batch is written
 * before the machine gets it. One thread.
 */
final class Executions implements AutoCloseable {
  private static final Pattern WHOLE_LINE = Pattern.compile("([0-9]+) (\\S+) whole");

  private final FileOutputStream file;

  /**
   * One of them.
   *
   * @param index of its entry
   * @param uid under which it was sent
   */
  record Execution(long index, String uid) {}

  private Executions(FileOutputStream file) {
    this.file = file;
  }

  /** Goes on after what earlier lives have written, the last line of which may be torn. */
  static Executions append(Path file) throws IOException {
    Executions opened = new Executions(new FileOutputStream(file.toFile(), true));
    opened.file.write('\n');
    return opened;
  }

  /** Writes a batch down, and hands it on. */
  List<CommittedCommand> add(List<CommittedCommand> batch) {
    StringBuilder lines = new StringBuilder();
    for (CommittedCommand one : batch) {
      lines.append(one.position().index()).append(' ').append(one.command().uid());
      lines.append(" whole\n");
    }
    try {
      file.write(lines.toString().getBytes(StandardCharsets.UTF_8));
      return batch;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What was written; what is torn was never executed. */
  static List<Execution> read(Path file) throws IOException {
    return Files.readAllLines(file).stream()
        .map(WHOLE_LINE::matcher)
        .filter(Matcher::matches)
        .map(line -> new Execution(Long.parseLong(line.group(1)), line.group(2)))
        .toList();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
