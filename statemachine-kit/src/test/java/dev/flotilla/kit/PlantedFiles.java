package dev.flotilla.kit;

import dev.flotilla.node.statemachine.Execution;
import dev.flotilla.node.statemachine.Room;
import dev.flotilla.node.statemachine.StateSnapshot;
import dev.flotilla.raft.model.Bytes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

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
              Seldom::new),
          new Planted(
              "saves lines that may have two",
              ConformanceCase.STRANGE_COMMANDS_ARE_ANSWERED,
              "after strange commands and terminate, initialize threw java.lang",
              Lines::new),
          new Planted(
              "reads half of what it saved",
              ConformanceCase.STRANGE_COMMANDS_ARE_ANSWERED,
              "after strange commands and terminate, the state is another: the question 'all'",
              HalfLines::new),
          new Planted(
              "recalls the first line of a uid",
              ConformanceCase.STRANGE_COMMANDS_ARE_ANSWERED,
              "after strange commands and terminate, recall",
              UidLines::new),
          new Planted(
              "writes snapshots in lines that may have two",
              ConformanceCase.STRANGE_COMMANDS_ARE_ANSWERED,
              "after strange commands, restoring a snapshot threw java.lang",
              SnapshotLines::new),
          new Planted(
              "forgets when a page is full",
              ConformanceCase.RESTART_BETWEEN_BATCHES,
              "initialize returned",
              Paged::new),
          new Planted(
              "is ahead when a page is full",
              ConformanceCase.CRASH_BETWEEN_BATCHES,
              "and the state is not that as of index",
              PagedIndex::new),
          new Planted(
              "knows of no room before it has a file",
              ConformanceCase.SAME_IN_OTHER_BATCHES,
              "room threw java.io.UncheckedIOException",
              Roomless::new),
          new Planted(
              "gives back more than it takes",
              ConformanceCase.RESTORE_INTO_EMPTY,
              "restoreBytes answered -1",
              Generous::new));

  static List<Planted> all() {
    return ALL;
  }

  /** Saves every thousandth command, and at the end. */
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

  static Bytes lines(Map<String, Long> totals) {
    return Bytes.utf8(
        totals.entrySet().stream()
            .map(each -> each.getKey() + " " + each.getValue() + "\n")
            .collect(Collectors.joining()));
  }

  /** Keeps its totals as text, too, and believes that. */
  private static class Lines extends Tally {
    @Override
    public long initialize(Path home) throws IOException {
      long saved = super.initialize(home);
      Path text = home.resolve("totals");
      if (Files.exists(text)) {
        totals.clear();
        for (String line : Files.readString(text).split("\n", -1)) {
          read(line);
        }
      }
      return saved;
    }

    void read(String line) {
      if (!line.isEmpty()) {
        String[] words = line.split(" ", -1);
        totals.put(words[0], Long.parseLong(words[1]));
      }
    }

    @Override
    void save() {
      super.save();
      try {
        Files.write(directory.resolve("totals"), lines(totals).toArray());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static final class HalfLines extends Lines {
    @Override
    void read(String line) {
      if (line.matches("[^ ]* -?[0-9]+")) {
        super.read(line);
      }
    }
  }

  private static final class UidLines extends Tally {
    @Override
    List<Execution> executions() {
      return super.executions().stream()
          .map(
              it ->
                  new Execution(
                      it.position(), it.uid().split("\n", -1)[0], it.fingerprint(), it.result()))
          .toList();
    }
  }

  private static final class SnapshotLines extends Tally {
    @Override
    public StateSnapshot snapshot() {
      byte[] held = lines(totals).toArray();
      return Planted.of(super.snapshot(), target -> target.write(held));
    }

    @Override
    public void restoreFrom(InputStream source, long index) throws IOException {
      Map<String, Long> read = new TreeMap<>();
      for (String line : Bytes.wrap(source.readAllBytes()).toUtf8().lines().toList()) {
        String[] words = line.split(" ", -1);
        read.put(words[0], Long.parseLong(words[1]));
      }
      super.restoreFrom(new ByteArrayInputStream(form(read)), index);
    }
  }

  /** Saves when a page is begun, and at the end what the last page has, if it is not full. */
  private static final class Paged extends Tally {
    private static final int PAGE = 58;

    @Override
    void save() {
      if (journal.size() % PAGE == 1) {
        super.save();
      }
    }

    @Override
    public void terminate() {
      if (isOpen() && journal.size() % PAGE != 0) {
        super.save();
      }
      super.terminate();
    }
  }

  /** Notes the index of a page that is full, and saves it with the next. */
  private static final class PagedIndex extends Tally {
    private static final int PAGE = 58;

    @Override
    public long initialize(Path home) throws IOException {
      long saved = super.initialize(home);
      Path noted = home.resolve("index");
      return Files.exists(noted) ? Long.parseLong(Files.readString(noted)) : saved;
    }

    @Override
    void save() {
      try {
        if (journal.size() % PAGE == 0) {
          Files.writeString(directory.resolve("index"), Long.toString(lastIndex));
          return;
        }
        Files.deleteIfExists(directory.resolve("index"));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      super.save();
    }
  }

  private static final class Roomless extends Tally {
    @Override
    public Room room() {
      try {
        return Files.size(directory.resolve("state")) < 1 << 20 ? Room.ENOUGH : Room.LITTLE;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static final class Generous extends Tally {
    @Override
    public long restoreBytes(long snapshotBytes, long lastIndex) {
      return -1;
    }
  }
}
