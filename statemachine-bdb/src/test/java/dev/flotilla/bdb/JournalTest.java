package dev.flotilla.bdb;

import static dev.flotilla.bdb.Samples.at;
import static dev.flotilla.bdb.Samples.range;
import static dev.flotilla.bdb.Samples.recordOf;
import static dev.flotilla.bdb.Samples.uid;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Execution;
import dev.flotilla.node.statemachine.Inquiry;
import dev.flotilla.node.statemachine.JournalRecord;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.Room;
import dev.flotilla.node.statemachine.WorkBudget;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.LogPosition;
import dev.flotilla.raft.model.NumberLimits;
import dev.flotilla.raft.model.SessionTag;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
  @TempDir private Path directory;
  private Journal journal = new Journal();

  @AfterEach
  void terminate() {
    journal.terminate();
  }

  @Test
  void answersEveryCommandWithItsIndex() throws IOException {
    assertThat(journal.initialize(directory)).isZero();
    assertThat(journal.apply(range(1, 3)))
        .containsExactly(
            Result.ok(Bytes.utf8("1")), Result.ok(Bytes.utf8("2")), Result.ok(Bytes.utf8("3")));
  }

  @Test
  void comesBackWithAllRecordsAfterItWasTerminated() throws IOException {
    journal.initialize(directory);
    journal.apply(range(1, 5));
    journal.apply(List.of(at(8)));
    assertThat(reopen()).isEqualTo(8);
    for (long index : new long[] {1, 2, 3, 4, 5, 8}) {
      assertThat(journal.find(uid(index))).contains(recordOf(at(index)));
    }
    assertThat(journal.find(uid(6))).isEmpty();
    assertThat(journal.apply(List.of(at(9)))).hasSize(1);
  }

  @Test
  void keepsEmptyBinaryAndLargeValuesAsTheyAre() throws IOException {
    byte[] large = new byte[1 << 20];
    new Random(7).nextBytes(large);
    List<CommittedCommand> commands =
        List.of(
            at(1, "a", "", Bytes.EMPTY),
            at(2, "b", "bin", Bytes.wrap(new byte[] {0, -1, 9, 10, 13, (byte) 0x80, 0})),
            at(3, "c", "größe\u0000", Bytes.wrap(large)),
            at(4, "ü-uid", "x", Bytes.utf8("y,z")));
    journal.initialize(directory);
    journal.apply(commands);
    reopen();
    for (CommittedCommand command : commands) {
      assertThat(journal.find(command.command().uid())).contains(recordOf(command));
    }
  }

  @Test
  void aSearchForAnUnknownUidIsCutIntoSlices() throws IOException {
    long shelves = 1_000;
    journal.initialize(directory);
    journal.apply(List.of(at(1), at(shelves * UidIndex.SHELF_COMMANDS)));
    for (Inquiry<Boolean> inquiry :
        List.of(
            journal.search(uid(7)).map(Optional::isEmpty),
            journal.inquire(Bytes.utf8("uid " + uid(7))).map(it -> it.value().size() == 0))) {
      long spent = 0;
      Optional<Boolean> isUnknown = Optional.empty();
      while (isUnknown.isEmpty()) {
        WorkBudget slice = new WorkBudget(64);
        isUnknown = inquiry.proceed(slice);
        assertThat(slice.spentUnits()).isBetween(1L, 64L);
        spent += slice.spentUnits();
      }
      assertThat(isUnknown).contains(true);
      assertThat(spent).isEqualTo(shelves + 1);
    }
  }

  @Test
  void aSearchInSlicesAnswersAsOfItsBeginning() throws IOException {
    journal.initialize(directory);
    journal.apply(List.of(at(1), at(10L * UidIndex.SHELF_COMMANDS)));
    Inquiry<Optional<JournalRecord>> search = journal.search(uid(1));
    assertThat(search.proceed(new WorkBudget(5))).isEmpty();
    journal.apply(List.of(at(11L * UidIndex.SHELF_COMMANDS, uid(1), "again", Bytes.EMPTY)));
    assertThat(search.proceed(new WorkBudget(100))).contains(Optional.of(recordOf(at(1))));
  }

  @Test
  void tellsUidsApartThatAreWrittenDifferently() throws IOException {
    String uuid = "6ef1a710-e56e-11f1-bf54-b7634a0c860b";
    List<String> uids =
        List.of(
            uuid,
            "urn:uuid:" + uuid,
            uuid.toUpperCase(Locale.ROOT),
            "urn:uuid:" + uuid.toUpperCase(Locale.ROOT),
            "1-1-1-1-1",
            "fifteen-letters",
            "sixteen-letters!",
            uuid.replace('-', '_'));
    journal.initialize(directory);
    for (int i = 0; i < uids.size(); i++) {
      journal.apply(List.of(at(i + 1, uids.get(i), "set", Bytes.EMPTY)));
    }
    for (int i = 0; i < uids.size(); i++) {
      JournalRecord found = journal.find(uids.get(i)).orElseThrow();
      assertThat(found.position().index()).isEqualTo(i + 1);
      assertThat(found.command().uid()).isEqualTo(uids.get(i));
    }
  }

  @Test
  void refusesAnIndexThatIsNotAboveTheLastAndKeepsNothingOfItsBatch() throws IOException {
    journal.initialize(directory);
    journal.apply(range(1, 3));
    for (List<CommittedCommand> wrong :
        List.of(List.of(at(3)), List.of(at(2)), List.of(at(4), at(4)), List.of(at(9), at(5)))) {
      assertThatThrownBy(() -> journal.apply(wrong))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("which stands at");
    }
    assertThat(journal.find(uid(4))).isEmpty();
    assertThat(journal.find(uid(9))).isEmpty();
    assertThat(reopen()).isEqualTo(3);
  }

  @Test
  void findsUidsOnEveryShelfAndTheLatestOfTwo() throws IOException {
    long shelf = UidIndex.SHELF_COMMANDS;
    long[] indexes = {1, shelf - 1, shelf, shelf + 1, 3 * shelf, 5 * shelf + 7};
    journal.initialize(directory);
    for (long index : indexes) {
      journal.apply(List.of(at(index)));
    }
    journal.apply(List.of(at(6 * shelf, uid(shelf), "again", Bytes.EMPTY)));
    for (long index : indexes) {
      long expected = index == shelf ? 6 * shelf : index;
      assertThat(journal.find(uid(index)).orElseThrow().position().index()).isEqualTo(expected);
    }
  }

  @Test
  void recallsTheLatestExecutionsOldestFirst() throws IOException {
    long shelf = UidIndex.SHELF_COMMANDS;
    List<CommittedCommand> all = new ArrayList<>(range(shelf - 20, shelf + 20));
    all.remove(15);
    all.add(at(3 * shelf + 5));
    journal.initialize(directory);
    assertThat(recall(10)).isEmpty();
    journal.apply(all);
    reopen();
    List<Execution> expected = executions(all);
    for (int limit : new int[] {0, 1, 2, 25, all.size() - 1, all.size()}) {
      assertThat(recall(limit)).as("limit " + limit).isEqualTo(tail(expected, limit));
    }
    assertThat(recall(100_000)).isEqualTo(expected);
  }

  /** A session tells its commands apart by their numbers. */
  @Test
  void recallsEachOfSeveralCommandsWithOneUid() throws IOException {
    long shelf = UidIndex.SHELF_COMMANDS;
    List<CommittedCommand> all = new ArrayList<>();
    for (long index : new long[] {1, 2, 4, shelf - 1, shelf, shelf + 9, 3 * shelf}) {
      CommittedCommand bare = at(index, "x", "set", Bytes.utf8("value " + index));
      SessionTag number = new SessionTag(1, 1 + index, 1);
      all.add(index == 1 ? bare : new CommittedCommand(bare.position(), bare.command().in(number)));
    }
    journal.initialize(directory);
    journal.apply(all.subList(0, 1));
    journal.apply(all.subList(1, all.size()));
    for (int limit = 0; limit <= all.size(); limit++) {
      assertThat(recall(limit)).as("limit " + limit).isEqualTo(tail(executions(all), limit));
    }
    assertThat(journal.find("x").orElseThrow().position().index()).isEqualTo(3 * shelf);
    assertThat(reopen()).isEqualTo(3 * shelf);
    assertThat(recall(100)).isEqualTo(executions(all));
  }

  @Test
  void keepsTermsUpToTheLimitOfItsIndex() throws IOException {
    journal.initialize(directory);
    LogPosition high = new LogPosition(1, NumberLimits.MAX_TERM);
    journal.apply(List.of(new CommittedCommand(high, at(1).command())));
    assertThat(recall(1).get(0).position()).isEqualTo(high);
    assertThat(UidIndex.MAX_TERM).isEqualTo(NumberLimits.MAX_TERM);
  }

  @Test
  void saysHowMuchRoomThereIsAndWritesWhatWasAcceptedAllTheSame() throws IOException {
    assertThat(roomWhenKeepingFree(1)).isEqualTo(Room.ENOUGH);
    assertThat(roomWhenKeepingFree(Long.MAX_VALUE)).isEqualTo(Room.NONE);
  }

  private Room roomWhenKeepingFree(long bytes) throws IOException {
    journal = new Journal(BdbSettings.DEFAULT.withFreeDiskBytes(bytes));
    int next = Math.toIntExact(journal.initialize(directory)) + 1;
    assertThat(journal.apply(range(next, next))).hasSize(1);
    Room room = journal.room();
    journal.terminate();
    return room;
  }

  @Test
  void journalsInOneProcessDoNotMix() throws IOException {
    Path other = Files.createDirectory(directory.resolve("other"));
    Path own = Files.createDirectory(directory.resolve("own"));
    Journal second = new Journal();
    journal.initialize(own);
    second.initialize(other);
    journal.apply(range(1, 4));
    second.apply(List.of(at(1, "only-here", "set", Bytes.EMPTY)));
    assertThat(journal.find("only-here")).isEmpty();
    assertThat(second.find(uid(1))).isEmpty();
    second.terminate();
    assertThat(journal.apply(List.of(at(5)))).hasSize(1);
  }

  @Test
  void refusesADirectoryThatAnotherJournalHasOpen() throws IOException {
    journal.initialize(directory);
    Journal second = new Journal();
    assertThatThrownBy(() -> second.initialize(directory))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("in use");
    assertThat(journal.apply(range(1, 1))).hasSize(1);
  }

  @Test
  void mustBeInitialisedBeforeUse() {
    assertThatThrownBy(() -> journal.apply(range(1, 1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("initialize");
  }

  @Test
  void leavesNoThreadBehind() throws IOException {
    journal = new Journal(BdbSettings.DEFAULT.withCheckpointEvery(1, 1));
    List<Thread> before = liveThreads();
    journal.initialize(directory);
    journal.apply(range(1, 10));
    List<Thread> started = new ArrayList<>(liveThreads());
    started.removeAll(before);
    journal.terminate();
    assertThat(started).isNotEmpty();
    assertThat(started).allSatisfy(JournalTest::endsSoon);
  }

  private static void endsSoon(Thread thread) throws InterruptedException {
    thread.join(Await.limitMillis());
    assertThat(thread.isAlive()).as(thread.getName()).isFalse();
  }

  private static List<Thread> liveThreads() {
    return List.copyOf(Thread.getAllStackTraces().keySet());
  }

  private long reopen() throws IOException {
    journal.terminate();
    journal = new Journal();
    return journal.initialize(directory);
  }

  private List<Execution> recall(int limit) {
    List<Execution> recalled = new ArrayList<>();
    journal.recall(limit, recalled::add);
    return recalled;
  }

  private static List<Execution> executions(List<CommittedCommand> commands) {
    return commands.stream()
        .map(
            each ->
                new Execution(
                    each.position(),
                    each.command().uid(),
                    each.command().fingerprint(),
                    recordOf(each).result()))
        .toList();
  }

  private static List<Execution> tail(List<Execution> all, int limit) {
    return LongStream.range(all.size() - limit, all.size())
        .mapToObj(i -> all.get((int) i))
        .toList();
  }
}
