package dev.flotilla.bdb;

import static dev.flotilla.bdb.Samples.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.bdb.KeyValueText.Held;
import dev.flotilla.bdb.KeyValueText.Page;
import dev.flotilla.bdb.KeyValueText.Pair;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.Room;
import dev.flotilla.node.statemachine.WorkBudget;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The words of a store, as a SOAP client sends and sees them, and as Java callers do. */
class KeyValueStoreTest {
  @TempDir private Path directory;
  private KeyValueStore store = new KeyValueStore();
  private long index;

  @BeforeEach
  void open() throws IOException {
    assertThat(store.initialize(directory)).isZero();
  }

  @AfterEach
  void terminate() {
    store.terminate();
  }

  @Test
  void putAndDeleteAnswerWhatTheKeyHeld() {
    assertThat(run("put", "door\topen")).isEqualTo("-");
    assertThat(run("put", "door\t")).isEqualTo("=open");
    assertThat(ask("get\tdoor")).isEqualTo("=");
    assertThat(run("delete", "door")).isEqualTo("=");
    assertThat(run("delete", "door")).isEqualTo("-");
    assertThat(ask("get\tdoor")).isEqualTo("-");
  }

  @Test
  void compareAndSetChangesWhatIsExpectedAndNothingElse() {
    assertThat(run("compare-and-set", "door\t-\t=open")).isEqualTo("-");
    assertThat(rejected("compare-and-set", "door\t-\t=shut"))
        .isEqualTo("comparison-failed\tthe key holds something else\t=open");
    assertThat(rejected("compare-and-set", "door\t=shut\t-")).endsWith("\t=open");
    assertThat(run("compare-and-set", "door\t=open\t=shut")).isEqualTo("=open");
    assertThat(run("compare-and-set", "door\t=shut\t-")).isEqualTo("=shut");
    assertThat(rejected("compare-and-set", "door\t=shut\t=open"))
        .isEqualTo("comparison-failed\tthe key is absent\t-");
    assertThat(run("compare-and-set", "door\t-\t-")).isEqualTo("-");
    assertThat(ask("count")).isEqualTo("0");
  }

  @Test
  void addCountsUpToTheEndOf64Bits() {
    assertThat(run("add", "visits\t3")).isEqualTo("3");
    assertThat(run("add", "visits\t-5")).isEqualTo("-2");
    assertThat(ask("get\tvisits")).isEqualTo("=-2");
    assertThat(run("put", "visits\t9223372036854775806")).isEqualTo("=-2");
    assertThat(run("add", "visits\t1")).isEqualTo("9223372036854775807");
    assertThat(rejected("add", "visits\t1")).startsWith("overflow\t");
    assertThat(ask("get\tvisits")).isEqualTo("=9223372036854775807");
    assertThat(run("put", "low\t-9223372036854775808")).isEqualTo("-");
    assertThat(rejected("add", "low\t-1")).startsWith("overflow\t");
  }

  @Test
  void aRejectionIsTheSameWhateverDigitsTheDefaultLocaleHas() {
    List<List<String>> commands =
        List.of(
            List.of("delete", "a\tb"),
            List.of("delete", "x".repeat(KeyValueStore.MAX_KEY_BYTES + 1)),
            List.of("put", "a\t" + "x".repeat(KeyValueStore.MAX_VALUE_BYTES + 1)),
            List.of("put", "\\q\tb"),
            List.of("add", "low\t-1"));
    run("put", "low\t-9223372036854775808");
    List<String> usual = commands.stream().map(it -> rejected(it.get(0), it.get(1))).toList();
    Locale before = Locale.getDefault(Locale.Category.FORMAT);
    Locale.setDefault(Locale.Category.FORMAT, Locale.forLanguageTag("fa-IR"));
    try {
      assertThat(commands.stream().map(it -> rejected(it.get(0), it.get(1))).toList())
          .isEqualTo(usual);
    } finally {
      Locale.setDefault(Locale.Category.FORMAT, before);
    }
  }

  @ParameterizedTest
  @CsvSource({"''", "+1", "01", "-0", "1.0", "' 1'", "x", "9223372036854775808", "\u0661"})
  void whatIsNoCounterIsNotAddedTo(String value) {
    run("put", "name\t" + value);
    assertThat(rejected("add", "name\t1")).startsWith("not-a-counter\t");
    assertThat(ask("get\tname")).isEqualTo("=" + value);
    assertThat(rejected("add", "name\t" + value)).startsWith("wrong-arguments\t");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "set|a;b|unknown-command",
        "''|''|unknown-command",
        "PUT|a;b|unknown-command",
        "put|a|wrong-arguments",
        "put|a;b;c|wrong-arguments",
        "put|;b|wrong-arguments",
        "put|''|wrong-arguments",
        "put|a\\;b|wrong-arguments",
        "put|a;\\x4|wrong-arguments",
        "delete|''|wrong-arguments",
        "delete|a;b|wrong-arguments",
        "compare-and-set|a;-|wrong-arguments",
        "compare-and-set|a;b;=c|wrong-arguments",
        "compare-and-set|a;;=c|wrong-arguments",
        "compare-and-set|a;--;=c|wrong-arguments",
        "add|a|wrong-arguments",
        "add|a;|wrong-arguments",
        "add|a;1;1|wrong-arguments",
      })
  void whatIsNoCommandIsRejectedWithItsCodeAndChangesNothing(
      String command, String parameters, String code) {
    String[] fields = rejected(command, parameters.replace(';', '\t')).split("\t", -1);
    assertThat(fields[0]).isEqualTo(code);
    assertThat(fields[1]).isNotBlank();
    assertThat(ask("count")).isEqualTo("0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''|unknown-command",
        "dump|unknown-command",
        "get|wrong-arguments",
        "get;|wrong-arguments",
        "get;a;b|wrong-arguments",
        "count;a|wrong-arguments",
        "list|wrong-arguments",
        "list;a;b|wrong-arguments",
        "list;a;b;0|wrong-arguments",
        "list;a;b;many|wrong-arguments",
      })
  void whatIsNoQueryIsRejectedWithItsCode(String query, String code) {
    Result result = store.query(Bytes.utf8(query.replace(';', '\t')));
    assertThat(result.success()).isFalse();
    assertThat(KeyValueText.rejection(result.value()).error().code()).isEqualTo(code);
  }

  @ParameterizedTest
  @ValueSource(strings = {"put", "delete", "compare-and-set", "add"})
  void aMegabyteOfSeparatorsIsAnsweredAsFiveOfThem(String command) {
    assertThat(rejected(command, "\t".repeat(1_000_000)))
        .isEqualTo(rejected(command, "\t".repeat(5)))
        .startsWith("wrong-arguments\t");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "get", "list", "count"})
  void aQuestionWithAMegabyteOfSeparatorsIsAnsweredAsOneWithFive(String query) {
    Result answer = store.query(Bytes.utf8(query + "\t".repeat(1_000_000)));
    assertThat(answer.success()).isFalse();
    assertThat(answer).isEqualTo(store.query(Bytes.utf8(query + "\t".repeat(5))));
  }

  @Test
  void whatIsNotUtf8IsRejected() {
    Result result =
        store.apply(List.of(at(1, "u", "delete", Bytes.wrap(new byte[] {(byte) 0xff})))).get(0);
    assertThat(KeyValueText.rejection(result.value()).error())
        .isEqualTo(KeyValueError.WRONG_ARGUMENTS);
  }

  @Test
  void keysAndValuesAreTakenUpToTheirLimits() {
    Bytes longest = filled(1_024);
    Bytes largest = filled(250_000);
    assertThat(run(KeyValueText.put(longest, largest)).success()).isTrue();
    assertThat(held(store.query(KeyValueText.get(longest)))).isEqualTo(new Held.Value(largest));
    assertThat(error(run(KeyValueText.put(filled(1_025), largest))))
        .isEqualTo(KeyValueError.KEY_TOO_LONG);
    assertThat(error(run(KeyValueText.delete(filled(1_025)))))
        .isEqualTo(KeyValueError.KEY_TOO_LONG);
    assertThat(error(store.query(KeyValueText.get(filled(1_025)))))
        .isEqualTo(KeyValueError.KEY_TOO_LONG);
    assertThat(error(run(KeyValueText.put(longest, filled(250_001)))))
        .isEqualTo(KeyValueError.VALUE_TOO_LARGE);
    assertThat(
            error(
                run(
                    KeyValueText.compareAndSet(
                        longest, Optional.of(largest), Optional.of(filled(250_001))))))
        .isEqualTo(KeyValueError.VALUE_TOO_LARGE);
    KeyValueText.Operation both =
        KeyValueText.compareAndSet(longest, Optional.of(largest), Optional.of(largest));
    assertThat(run(both).success()).isTrue();
  }

  @Test
  void theLargestPairFitsACommandAndAListWhateverItHolds() {
    byte[] escaped = new byte[250_000];
    Arrays.fill(escaped, (byte) 0x80);
    byte[] key = new byte[1_024];
    Arrays.fill(key, (byte) 0x80);
    KeyValueText.Operation widest = KeyValueText.put(Bytes.wrap(key), Bytes.wrap(escaped));
    assertThat(widest.parameters().size()).isLessThan((1 << 20) - 1_000);
    assertThat(run(widest).success()).isTrue();
    Result listed = store.query(KeyValueText.list(Bytes.EMPTY, Bytes.EMPTY, 10));
    assertThat(listed.value().size()).isLessThan(1 << 20);
    assertThat(KeyValueText.page(listed.value()).pairs())
        .containsExactly(new Pair(Bytes.wrap(key), Bytes.wrap(escaped)));
  }

  @Test
  void answersToCommandsTellTheSizeOfALargeValueOnly() {
    Bytes key = Bytes.utf8("k");
    run(KeyValueText.put(key, filled(1_024)));
    assertThat(held(run(KeyValueText.put(key, filled(1_025)))))
        .isEqualTo(new Held.Value(filled(1_024)));
    Result failed = run(KeyValueText.compareAndSet(key, Optional.empty(), Optional.empty()));
    assertThat(KeyValueText.rejection(failed.value()))
        .isEqualTo(
            new KeyValueText.Rejection(
                KeyValueError.COMPARISON_FAILED,
                "the key holds something else",
                Optional.of(new Held.Large(1_025))));
    assertThat(held(run(KeyValueText.delete(key)))).isEqualTo(new Held.Large(1_025));
    assertThat(held(run(KeyValueText.delete(key)))).isEqualTo(new Held.Absent());
  }

  @Test
  void aListGivesARangeInTheOrderOfBytesAndSaysWhereToGoOn() {
    for (String key : List.of("b", "a", "\\xFF", "c", "b\\x00", "é")) {
      run("put", key + "\tof " + key);
    }
    assertThat(ask("list\t\t\t10"))
        .isEqualTo("a\tof a\nb\tof b\nb\\x00\tof b\\x00\nc\tof c\né\tof é\n\\xFF\tof \\xFF\n");
    assertThat(ask("list\tb\tc\t10")).isEqualTo("b\tof b\nb\\x00\tof b\\x00\n");
    assertThat(ask("list\tb\tc\t2")).isEqualTo("b\tof b\nb\\x00\tof b\\x00\n");
    assertThat(ask("list\tb\tc\t1")).isEqualTo("b\tof b\nb\\x00\n");
    assertThat(ask("list\tbb\tc\t1")).isEmpty();
    assertThat(ask("list\tc\tb\t1")).isEmpty();
    Page page = page(KeyValueText.list(Bytes.utf8("b\0"), Bytes.EMPTY, 1));
    assertThat(page)
        .isEqualTo(
            new Page(
                List.of(new Pair(Bytes.utf8("b\0"), Bytes.utf8("of b\0"))),
                Optional.of(Bytes.utf8("c"))));
  }

  @Test
  void aListIsBoundedInPairsAndBytes() {
    for (int i = 0; i < 1_001; i++) {
      run("put", "small-%04d\t".formatted(i));
    }
    for (int i = 0; i < 5; i++) {
      run(KeyValueText.put(Bytes.utf8("large-" + i), filled(65_536)));
    }
    Page small = page(KeyValueText.list(Bytes.utf8("small"), Bytes.EMPTY, Integer.MAX_VALUE));
    assertThat(small.pairs()).hasSize(KeyValueStore.MAX_LISTED_PAIRS);
    assertThat(small.next()).contains(Bytes.utf8("small-1000"));
    WorkBudget budget = new WorkBudget(64);
    assertThat(store.inquire(Bytes.utf8("list\tsmall\t\t5000")).proceed(budget)).isPresent();
    assertThat(budget.spentUnits()).isGreaterThan(KeyValueStore.MAX_LISTED_PAIRS);
    Page large = page(KeyValueText.list(Bytes.EMPTY, Bytes.utf8("small"), 1_000));
    assertThat(large.pairs()).hasSize(3);
    assertThat(large.next()).contains(Bytes.utf8("large-3"));
    assertThat(ask("count")).isEqualTo("1006");
  }

  @Test
  void commandsOfOneBatchSeeEachOther() {
    List<Result> results =
        store.apply(
            List.of(
                at(1, "1", "add", Bytes.utf8("n\t1")),
                at(2, "2", "add", Bytes.utf8("n\t1")),
                at(3, "3", "delete", Bytes.utf8("n")),
                at(4, "4", "compare-and-set", Bytes.utf8("n\t-\t=x")),
                at(5, "5", "delete", Bytes.utf8("n"))));
    assertThat(results.stream().map(each -> each.value().toUtf8()))
        .containsExactly("1", "2", "=2", "-", "=x");
    assertThat(ask("count")).isEqualTo("0");
  }

  @Test
  void refusesAnIndexThatIsNotAboveTheLastAndKeepsNothingOfItsBatch() throws IOException {
    run("put", "a\tb");
    assertThatThrownBy(
            () ->
                store.apply(
                    List.of(
                        at(2, "2", "put", Bytes.utf8("c\td")),
                        at(1, "1", "put", Bytes.utf8("c\td")))))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("which stands at 2");
    assertThat(ask("count")).isEqualTo("1");
    store.terminate();
    store = new KeyValueStore();
    assertThat(store.initialize(directory)).isEqualTo(1);
  }

  @Test
  void saysThatThereIsNoRoomOnAFullDisk() throws IOException {
    assertThat(store.room()).isEqualTo(Room.ENOUGH);
    store.terminate();
    long more = Files.getFileStore(directory).getTotalSpace() * 2;
    store = new KeyValueStore(BdbSettings.DEFAULT.withFreeDiskBytes(more));
    store.initialize(directory);
    assertThat(store.room()).isEqualTo(Room.NONE);
  }

  @Test
  void mustBeInitialisedBeforeUse() {
    assertThatThrownBy(() -> new KeyValueStore().query(KeyValueText.count()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("initialize");
  }

  @Test
  void leavesNoThreadBehind() throws IOException {
    store.terminate();
    store = new KeyValueStore(BdbSettings.DEFAULT.withCheckpointEvery(1, 1));
    List<Thread> before = List.copyOf(Thread.getAllStackTraces().keySet());
    store.initialize(directory);
    run("put", "a\tb");
    List<Thread> started = new ArrayList<>(Thread.getAllStackTraces().keySet());
    started.removeAll(before);
    store.terminate();
    assertThat(started).extracting(Thread::getName).contains("flotilla-key-value-checkpoint");
    assertThat(started)
        .allSatisfy(
            thread -> {
              thread.join(Await.limitMillis());
              assertThat(thread.isAlive()).as(thread.getName()).isFalse();
            });
  }

  private static Bytes filled(int bytes) {
    byte[] content = new byte[bytes];
    Arrays.fill(content, (byte) 0x80);
    return Bytes.wrap(content);
  }

  private String run(String command, String parameters) {
    Result result = execute(command, Bytes.utf8(parameters));
    assertThat(result.success()).as(result.value().toUtf8()).isTrue();
    return result.value().toUtf8();
  }

  private String rejected(String command, String parameters) {
    Result result = execute(command, Bytes.utf8(parameters));
    assertThat(result.success()).as(result.value().toUtf8()).isFalse();
    return result.value().toUtf8();
  }

  private Result run(KeyValueText.Operation operation) {
    return execute(operation.command(), operation.parameters());
  }

  private Result execute(String command, Bytes parameters) {
    index++;
    return store.apply(List.of(at(index, "uid-" + index, command, parameters))).get(0);
  }

  private String ask(String query) {
    Result result = store.query(Bytes.utf8(query));
    assertThat(result.success()).as(result.value().toUtf8()).isTrue();
    return result.value().toUtf8();
  }

  private Page page(Bytes query) {
    return KeyValueText.page(store.query(query).value());
  }

  private static Held held(Result result) {
    assertThat(result.success()).isTrue();
    return KeyValueText.held(result.value());
  }

  private static KeyValueError error(Result result) {
    assertThat(result.success()).isFalse();
    return KeyValueText.rejection(result.value()).error();
  }
}
