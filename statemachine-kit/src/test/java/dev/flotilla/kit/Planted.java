package dev.flotilla.kit;

import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Execution;
import dev.flotilla.node.statemachine.JournalRecord;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.StateMachine;
import dev.flotilla.node.statemachine.StateSnapshot;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.LogPosition;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Machines with a fault each, and the case that must find it. Faults of files are in {@link
 * PlantedFiles}, of snapshots in {@link PlantedSnapshots}, abroad in {@link PlantedPlaces}.
 *
 * @param fault what is wrong
 * @param caughtBy the case
 * @param says what the case then says
 * @param machine makes it
 */
record Planted(
    String fault, ConformanceCase caughtBy, String says, Supplier<? extends StateMachine> machine) {
  private static final AtomicInteger MACHINES = new AtomicInteger();

  @Override
  public String toString() {
    return fault;
  }

  private static final List<Planted> ALL =
      List.of(
          new Planted(
              "is not empty at first",
              ConformanceCase.EMPTY_AT_FIRST,
              "returned 1 on an empty directory",
              NotEmpty::new),
          new Planted(
              "recalls what never was",
              ConformanceCase.EMPTY_AT_FIRST,
              "recall handed over 1",
              Dreaming::new),
          new Planted(
              "looks at the batch",
              ConformanceCase.SAME_IN_OTHER_BATCHES,
              "by another copy",
              Batching::new),
          new Planted(
              "looks at the clock", ConformanceCase.SAME_IN_OTHER_BATCHES, "now=", Clocked::new),
          new Planted(
              "differs by copy", ConformanceCase.SAME_IN_OTHER_BATCHES, "machine=", Numbered::new),
          new Planted(
              "leaves a result out",
              ConformanceCase.SAME_IN_OTHER_BATCHES,
              "commands were answered with",
              Terse::new),
          new Planted(
              "is bound to a thread",
              ConformanceCase.SAME_ON_OTHER_THREADS,
              "on another thread",
              Bound::new),
          new Planted(
              "asking changes it",
              ConformanceCase.QUERIES_CHANGE_NOTHING,
              "questions were asked, and the state is not",
              Touched::new),
          new Planted(
              "breaks on a question",
              ConformanceCase.STRANGE_QUERIES_ARE_ANSWERED,
              "threw java.lang.IllegalArgumentException: what?",
              Touchy::new),
          new Planted(
              "has no room for so many words",
              ConformanceCase.STRANGE_QUERIES_ARE_ANSWERED,
              "threw java.lang.IllegalStateException: 1000001 words",
              Verbose::new),
          new Planted(
              "has no room for a command of so many words",
              ConformanceCase.STRANGE_COMMANDS_ARE_ANSWERED,
              "threw java.lang.IllegalStateException: 1000001 words",
              VerboseCommanded::new),
          new Planted(
              "breaks on a command",
              ConformanceCase.STRANGE_COMMANDS_ARE_ANSWERED,
              "threw java.lang.NumberFormatException",
              Brittle::new),
          new Planted(
              "finds at another index",
              ConformanceCase.FIND_TELLS_WHAT_WAS_EXECUTED,
              "find answered for command command-",
              Misfiling::new),
          new Planted(
              "finds the first of several",
              ConformanceCase.FIND_TELLS_WHAT_WAS_EXECUTED,
              "find answered for command command-",
              FindsFirst::new),
          new Planted(
              "terminate forgets",
              ConformanceCase.RESTART_BETWEEN_BATCHES,
              "after terminate at index",
              Forgetful::new),
          new Planted(
              "memory says it is on disk",
              ConformanceCase.RESTART_BETWEEN_BATCHES,
              "initialize returned 0",
              MemoryTally::new),
          new Planted(
              "the index is ahead of the state",
              ConformanceCase.CRASH_BETWEEN_BATCHES,
              "and the state is not that as of index",
              Ahead::new),
          new Planted(
              "believes torn files",
              ConformanceCase.TORN_FILES,
              "and the state is not that as of index",
              Believing::new),
          new Planted(
              "throws anything at torn files",
              ConformanceCase.TORN_FILES,
              "initialize or recall threw java.lang.IllegalArgumentException",
              Throwing::new),
          new Planted(
              "recall has a gap",
              ConformanceCase.RECALL_LEAVES_NO_GAP,
              "of 60 executions, recall handed over",
              Gap::new),
          new Planted(
              "keeps one execution a uid",
              ConformanceCase.RECALL_LEAVES_NO_GAP,
              "of 60 executions, recall handed over",
              OneByUid::new),
          new Planted(
              "recall knows no limit",
              ConformanceCase.RECALL_LEAVES_NO_GAP,
              "asked for 1 of 60 executions",
              Limitless::new),
          new Planted("ends only once", ConformanceCase.CLOSING_TWICE, "closed already", Once::new),
          new Planted(
              "leaves a thread",
              ConformanceCase.THREADS_END,
              "thread 'flusher' goes on",
              Threaded::new),
          new Planted(
              "leaves a file open",
              ConformanceCase.FILES_ARE_CLOSED,
              "still open: 1/lock",
              Leaking::new));

  static List<Planted> all() {
    return ALL;
  }

  private static final class NotEmpty extends Tally {
    @Override
    public long initialize(Path home) throws IOException {
      return Math.max(1, super.initialize(home));
    }
  }

  private static final class Dreaming extends Tally {
    @Override
    public void recall(int limit, Consumer<Execution> visitor) {
      visitor.accept(new Execution(new LogPosition(1, 1), "dream", 1, Result.ok(Bytes.EMPTY)));
    }
  }

  private static final class Batching extends Tally {
    @Override
    public List<Result> apply(List<CommittedCommand> batch) {
      List<Result> results = new ArrayList<>(super.apply(batch));
      results.set(0, Result.ok(Bytes.utf8("first of " + batch.size())));
      return results;
    }
  }

  private static final class Clocked extends Tally {
    @Override
    Result execute(Command command) {
      totals.put("now", System.currentTimeMillis());
      return super.execute(command);
    }
  }

  private static final class Numbered extends Tally {
    private final int number = MACHINES.incrementAndGet();

    @Override
    Result execute(Command command) {
      totals.put("machine", (long) number);
      return super.execute(command);
    }
  }

  private static final class Terse extends Tally {
    @Override
    public List<Result> apply(List<CommittedCommand> batch) {
      List<Result> results = super.apply(batch);
      return batch.size() < 3 ? results : results.subList(1, results.size());
    }
  }

  private static final class Bound extends Tally {
    private final ThreadLocal<Long> count = ThreadLocal.withInitial(() -> 0L);

    @Override
    Result execute(Command command) {
      count.set(count.get() + 1);
      totals.put("count", count.get());
      return super.execute(command);
    }
  }

  private static final class Touched extends Tally {
    @Override
    public Result query(Bytes query) {
      if (query.toUtf8().startsWith("total n")) {
        totals.putIfAbsent(query.toUtf8().substring(6), 0L);
      }
      return super.query(query);
    }
  }

  private static final class Touchy extends Tally {
    @Override
    public Result query(Bytes query) {
      Result answer = super.query(query);
      if (!answer.success()) {
        throw new IllegalArgumentException("what?");
      }
      return answer;
    }
  }

  private static final class Verbose extends Tally {
    @Override
    public Result query(Bytes query) {
      requireFew(query);
      return super.query(query);
    }

    static void requireFew(Bytes text) {
      int words = text.toUtf8().split("\\s", -1).length;
      if (words > 100_000) {
        throw new IllegalStateException(words + " words");
      }
    }
  }

  private static final class VerboseCommanded extends Tally {
    @Override
    Result execute(Command command) {
      Verbose.requireFew(command.parameters());
      return super.execute(command);
    }
  }

  private static final class Brittle extends Tally {
    @Override
    Result add(String name, String number) {
      totals.merge(name, Long.parseLong(number), Long::sum);
      return Result.ok(Bytes.EMPTY);
    }
  }

  private static final class Misfiling extends Tally {
    @Override
    public Optional<JournalRecord> find(String uid) {
      return super.find(uid)
          .map(
              it ->
                  new JournalRecord(
                      new LogPosition(it.position().index() + 1, it.position().term()),
                      it.command(),
                      it.result()));
    }
  }

  private static final class FindsFirst extends Tally {
    @Override
    public Optional<JournalRecord> find(String uid) {
      return journal.stream().filter(it -> it.command().uid().equals(uid)).findFirst();
    }
  }

  private static final class Forgetful extends Tally {
    private byte[] before = {};

    @Override
    void save() {
      before = image();
    }

    @Override
    public void terminate() {
      if (isOpen() && before.length > 0 && lastIndex % 2 == 0) {
        super.save();
      }
      super.terminate();
    }
  }

  private static final class Ahead extends Tally {
    private int saves;

    @Override
    public long initialize(Path home) throws IOException {
      long saved = super.initialize(home);
      Path noted = home.resolve("index");
      return Files.exists(noted) ? Long.parseLong(Files.readString(noted)) : saved;
    }

    @Override
    void save() {
      try {
        Files.writeString(directory.resolve("index"), Long.toString(lastIndex));
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
      saves++;
      if (saves % 3 == 1) {
        super.save();
      }
    }
  }

  private static final class Believing extends Tally {
    @Override
    byte[] image() {
      StringBuilder image = new StringBuilder(lastIndex + "\n");
      totals.forEach((name, total) -> image.append(name + " " + total + "\n"));
      return Bytes.utf8(image.toString()).toArray();
    }

    @Override
    void load(byte[] image) {
      List<String> lines = Bytes.wrap(image).toUtf8().lines().toList();
      lastIndex = lines.isEmpty() ? 0 : number(lines.get(0));
      for (String line : lines.subList(Math.min(1, lines.size()), lines.size())) {
        String[] words = line.split(" ", -1);
        totals.put(words[0], words.length < 2 ? 0 : number(words[1]));
      }
    }

    private static long number(String text) {
      return text.matches("-?[0-9]{1,9}") ? Long.parseLong(text) : 0;
    }
  }

  private static final class Throwing extends Tally {
    @Override
    void load(byte[] image) throws IOException {
      try {
        super.load(image);
      } catch (IOException e) {
        throw new IllegalArgumentException(e);
      }
    }
  }

  private static final class Gap extends Tally {
    @Override
    public void recall(int limit, Consumer<Execution> visitor) {
      super.recall(
          limit,
          it -> {
            if (it.position().index() % 5 != 0) {
              visitor.accept(it);
            }
          });
    }
  }

  /** As an index by uid has it; in the order of positions. */
  private static final class OneByUid extends Tally {
    @Override
    List<Execution> executions() {
      return super.executions().stream()
          .filter(it -> it.position().equals(find(it.uid()).orElseThrow().position()))
          .toList();
    }

    @Override
    public void recall(int limit, Consumer<Execution> visitor) {
      List<Execution> kept = executions();
      kept.subList(Math.max(0, kept.size() - limit), kept.size()).forEach(visitor);
    }
  }

  private static final class Limitless extends Tally {
    @Override
    public void recall(int limit, Consumer<Execution> visitor) {
      super.recall(Integer.MAX_VALUE, visitor);
    }
  }

  private static final class Once extends Tally {
    @Override
    public void terminate() {
      if (!isOpen()) {
        throw new IllegalStateException("closed already");
      }
      super.terminate();
    }
  }

  private static final class Threaded extends Tally {
    @Override
    public long initialize(Path home) throws IOException {
      CountDownLatch never = new CountDownLatch(1);
      Thread flusher =
          new Thread(
              () -> {
                try {
                  never.await();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              },
              "flusher");
      flusher.setDaemon(true);
      flusher.start();
      return super.initialize(home);
    }
  }

  private static final class Leaking extends Tally {
    private static final List<FileChannel> LEAKED = new ArrayList<>();

    @Override
    public long initialize(Path home) throws IOException {
      LEAKED.add(
          FileChannel.open(
              home.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE));
      return super.initialize(home);
    }
  }

  /** Keeps totals in the order in which they came. */
  static final class Unsorted extends Tally {
    @Override
    Map<String, Long> newTotals() {
      return new LinkedHashMap<>();
    }

    @Override
    public Result query(Bytes query) {
      return Result.ok(Bytes.utf8(new java.util.TreeMap<>(totals).toString()));
    }
  }

  /** A snapshot that does one thing differently. */
  static StateSnapshot of(StateSnapshot sound, StateSnapshotPart writeTo) {
    return new StateSnapshot() {
      @Override
      public void writeTo(java.io.OutputStream target) throws IOException {
        writeTo.writeTo(target);
      }

      @Override
      public void kept() {
        sound.kept();
      }

      @Override
      public void close() throws IOException {
        sound.close();
      }
    };
  }

  /** What is different. */
  interface StateSnapshotPart {
    void writeTo(java.io.OutputStream target) throws IOException;
  }
}
