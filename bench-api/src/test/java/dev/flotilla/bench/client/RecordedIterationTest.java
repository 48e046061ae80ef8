package dev.flotilla.bench.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.bench.BenchClient;
import dev.flotilla.bench.InsertListener;
import dev.flotilla.bench.WorkloadCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedIterationTest {
  private static final Pattern CLIENT = Pattern.compile("\"client\":(\\d+)");

  @TempDir Path directory;

  @Test
  void everyInsertIsInTheHistoryAndReadBack() throws Exception {
    Store store = new Store(0);

    IterationResult result = record(store, 2, 50);

    assertThat(result.load().ops()).isEqualTo(100);
    List<String> lines = history();
    assertThat(lines.get(0)).contains("\"model\":\"register\"");
    assertThat(lines).filteredOn(line -> line.contains("\"put\"")).hasSize(100);
    for (String uid : store.held) {
      assertThat(lines)
          .anyMatch(line -> line.contains("\"get\"") && line.contains(uid) && line.contains(":1"));
    }
  }

  @Test
  void refusedAndUnknownInsertsAreTold() throws Exception {
    IterationResult result = record(new Store(3), 1, 30);

    assertThat(result.load().errors()).containsEntry("refused-third", 5L);
    List<String> lines = history();
    assertThat(lines).filteredOn(line -> line.contains("\"outcome\":\"refused\"")).hasSize(5);
    assertThat(lines)
        .filteredOn(line -> line.contains("\"outcome\":\"unknown\""))
        .hasSize(5)
        .noneMatch(line -> line.contains("\"return\""));
  }

  @Test
  void aClientHasANewNumberAfterAnUnknownOutcome() throws Exception {
    record(new Store(3), 1, 30);

    List<String> numbers = new ArrayList<>();
    for (String line : history()) {
      if (line.contains("\"outcome\":\"unknown\"")) {
        Matcher client = CLIENT.matcher(line);
        assertThat(client.find()).isTrue();
        numbers.add(client.group(1));
      }
    }
    assertThat(numbers).doesNotHaveDuplicates();
  }

  @Test
  void readsThatFailAreAskedAgainAtTheEnd() throws Exception {
    Store store = new Store(0);
    store.readsThatFail.set(20);

    record(store, 1, 10);

    for (String uid : store.held) {
      assertThat(history()).anyMatch(line -> line.contains("\"get\"") && line.contains(uid));
    }
  }

  @Test
  void withoutAReaderNothingIsRecorded() {
    Store store = new Store(0);
    assertThatThrownBy(() -> new RecordedIteration(List.of(store), List.of(), 1))
        .hasMessageContaining("0 read");
  }

  private IterationResult record(Store store, int writers, int commands) throws Exception {
    List<BenchClient> inserting = new ArrayList<>();
    for (int i = 0; i < writers; i++) {
      inserting.add(store);
    }
    RecordedIteration iteration = new RecordedIteration(inserting, List.of(store, store), commands);
    return iteration.run(directory.resolve("history.jsonl"), 5, acknowledged -> {});
  }

  private List<String> history() throws Exception {
    return Files.readAllLines(directory.resolve("history.jsonl"));
  }

  /** Holds commands in memory; every so many inserts is refused or lost in turn. */
  private static final class Store implements BenchClient {
    private final Set<String> held = ConcurrentHashMap.newKeySet();
    private final AtomicInteger inserts = new AtomicInteger();
    private final AtomicInteger readsThatFail = new AtomicInteger();
    private final int failureEvery;

    private Store(int failureEvery) {
      this.failureEvery = failureEvery;
    }

    @Override
    public void insert(WorkloadCommand command, InsertListener listener) {
      int number = inserts.incrementAndGet();
      if (failureEvery == 0 || number % failureEvery != 0) {
        held.add(command.uid());
        listener.done();
      } else {
        listener.failed(number % (2 * failureEvery) == 0 ? "refused-third" : "unknown");
      }
    }

    @Override
    public void read(String key, InsertListener listener) {
      if (readsThatFail.getAndDecrement() > 0) {
        listener.failed("unavailable");
      } else if (held.contains(key)) {
        listener.done();
      } else {
        listener.failed(ABSENT);
      }
    }

    @Override
    public void close() {}
  }
}
