package dev.flotilla.bdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.node.statemachine.StateSnapshot;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.LogPosition;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Leases and transactions of a store, by their text. */
class KeyValueLeaseTest {
  @TempDir private Path directory;
  private KeyValueStore store = new KeyValueStore();
  private long index = 10;
  private long timeMillis;

  @BeforeEach
  void open() throws IOException {
    assertThat(store.initialize(Files.createDirectory(directory.resolve("first")))).isZero();
  }

  @AfterEach
  void terminate() {
    store.terminate();
  }

  private Result send(String command, String parameters) {
    index++;
    Command sent = new Command("uid " + index, command, Bytes.utf8(parameters));
    return store
        .apply(List.of(new CommittedCommand(new LogPosition(index, 1), timeMillis, sent)))
        .get(0);
  }

  private String run(String command, String parameters) {
    Result result = send(command, parameters);
    assertThat(result.success()).as(result.value().toUtf8()).isTrue();
    return result.value().toUtf8();
  }

  private String rejected(String command, String parameters) {
    Result result = send(command, parameters);
    assertThat(result.success()).isFalse();
    return result.value().toUtf8();
  }

  private String ask(String question) {
    return store.query(Bytes.utf8(question)).value().toUtf8();
  }

  private byte[] snapshot() throws IOException {
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    try (StateSnapshot snapshot = store.snapshot()) {
      snapshot.writeTo(written);
    }
    return written.toByteArray();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "grant-lease",
        "keep-lease",
        "end-lease",
        "end-leases",
        "put-with-lease",
        "put-for",
        "transaction",
        "no-such-command"
      })
  void beforeVersion2IsActiveItsCommandsAreUnknown(String command) {
    Command sent = new Command("early", command, Bytes.utf8("1"));
    index++;
    Result result =
        store.apply(List.of(new CommittedCommand(new LogPosition(index, 1), 0, sent, 1))).get(0);
    // As programs of version 1 answer, letter by letter.
    assertThat(result)
        .isEqualTo(
            Result.rejected(
                Bytes.utf8(
                    "unknown-command\ta key-value store executes: put, delete, compare-and-set, add")));
    assertThat(ask("count")).isEqualTo("0");
  }

  @Test
  void aLeaderIsToldTheVersionOfEachCommand() {
    assertThat(store.versionOf(new Command("u", "transaction", Bytes.EMPTY))).isEqualTo(2);
    assertThat(store.versionOf(new Command("u", "put", Bytes.EMPTY))).isEqualTo(1);
    assertThat(store.versionOf(new Command("u", "no-such-command", Bytes.EMPTY))).isEqualTo(1);
  }

  @Test
  void aKeyIsAbsentForCommandsWhenItsTimeIsOver() {
    assertThat(run("put-for", "k\tv\t1000")).isEqualTo("-");
    assertThat(ask("read\tk")).isEqualTo("=v\t1000");
    timeMillis = 999;
    assertThat(rejected("compare-and-set", "k\t-\t=w")).startsWith("comparison-failed");
    timeMillis = 1_000;
    assertThat(ask("get\tk")).isEqualTo("=v");
    assertThat(run("compare-and-set", "k\t-\t=w")).isEqualTo("-");
    assertThat(ask("read\tk")).isEqualTo("=w");
  }

  @Test
  void endLeasesRemovesWhatIsOverAndSaysWhatIsNext() {
    run("put-for", "a\t1\t1000");
    run("put-for", "b\t2\t3000");
    timeMillis = 1_500;
    assertThat(ask("pairs\t\t\t10")).isEqualTo("1000\na\t1\nb\t2\n");
    assertThat(run("end-leases", "")).isEqualTo("1500\t3000\na\n");
    assertThat(ask("pairs\t\t\t10")).isEqualTo("3000\nb\t2\n");
    timeMillis = 3_000;
    assertThat(run("end-leases", "")).isEqualTo("3000\t-\nb\n");
    assertThat(ask("count")).isEqualTo("0");
    assertThat(run("end-leases", "")).isEqualTo("3000\t-\n");
  }

  @Test
  void aPutReplacesTheLeaseToo() {
    run("put-for", "k\tv\t1000");
    assertThat(run("put", "k\tw")).isEqualTo("=v");
    timeMillis = 5_000;
    assertThat(run("end-leases", "")).isEqualTo("5000\t-\n");
    assertThat(ask("get\tk")).isEqualTo("=w");
  }

  @Test
  void aLeaseOfSeveralKeysIsKeptAndEnded() {
    String lease = run("grant-lease", "1000");
    assertThat(lease).isEqualTo("11");
    run("put-with-lease", "a\t1\t11");
    run("put-with-lease", "b\t2\t11");
    timeMillis = 900;
    assertThat(run("keep-lease", lease)).isEqualTo("1000");
    timeMillis = 1_899;
    assertThat(run("add", "c\t1")).isEqualTo("1");
    assertThat(run("end-lease", lease)).isEqualTo("a\nb\n");
    assertThat(rejected("keep-lease", lease)).startsWith("no-such-lease\t");
    assertThat(rejected("put-with-lease", "a\t1\t11")).startsWith("no-such-lease\t");
    assertThat(ask("list\t\t\t10")).isEqualTo("c\t1\n");
  }

  @Test
  void aLeaseThatIsOverCannotBeKept() {
    String lease = run("grant-lease", "1000");
    run("put-with-lease", "a\t1\t" + lease);
    timeMillis = 1_000;
    assertThat(rejected("keep-lease", lease)).startsWith("no-such-lease\t");
    assertThat(rejected("grant-lease", "0")).startsWith("wrong-arguments\t");
    assertThat(run("end-leases", "")).isEqualTo("1000\t-\na\n");
  }

  @Test
  void oneCommandEndsABoundedNumberOfKeys() {
    String lease = run("grant-lease", "1000");
    for (int i = 0; i < KeyValueStore.MAX_ENDED_KEYS + 10; i++) {
      run("put-with-lease", "k%s\tv\t%s".formatted(i, lease));
    }
    timeMillis = 1_000;
    assertThat(run("end-leases", "").lines()).hasSize(1 + KeyValueStore.MAX_ENDED_KEYS);
    assertThat(run("end-leases", "").lines()).hasSize(11).first().isEqualTo("1000\t-");
  }

  @Test
  void leasesAreThereAfterARestart() throws IOException {
    run("put-for", "k\tv\t1000");
    String lease = run("grant-lease", "2000");
    store.terminate();
    store = new KeyValueStore();
    assertThat(store.initialize(directory.resolve("first"))).isEqualTo(index);
    assertThat(ask("read\tk")).isEqualTo("=v\t1000");
    assertThat(run("keep-lease", lease)).isEqualTo("2000");
    timeMillis = 1_000;
    assertThat(run("end-leases", "")).isEqualTo("1000\t2000\nk\n");
  }

  @Test
  void aSnapshotHasTheLeases() throws IOException {
    run("put", "a\t1");
    byte[] without = snapshot();
    assertThat(ByteBuffer.wrap(without).getInt(Integer.BYTES)).isEqualTo(1);
    run("put-for", "k\tv\t1000");
    String lease = run("grant-lease", "2000");
    byte[] with = snapshot();
    store.terminate();
    store = new KeyValueStore();
    assertThat(store.initialize(Files.createDirectory(directory.resolve("other")))).isZero();
    store.verify(new ByteArrayInputStream(with), index);
    store.restoreFrom(new ByteArrayInputStream(with), index);
    assertThat(snapshot()).isEqualTo(with);
    assertThat(ask("read\tk")).isEqualTo("=v\t1000");
    assertThat(run("keep-lease", lease)).isEqualTo("2000");
    store.restoreFrom(new ByteArrayInputStream(without), index);
    assertThat(ask("pairs\t\t\t10")).isEqualTo("-\na\t1\n");
  }

  @Test
  void aTransactionDoesOneOfTwoThings() {
    run("put", "a\t1");
    String transfer =
        "if\ta\t=1\nif\tb\t-\nthen\tput\ta\t0\nthen\tput\tb\t1\nthen\tget\ta\nelse\tget\ta";
    assertThat(run("transaction", transfer)).isEqualTo("then\n=1\n-\n=0\n");
    assertThat(run("transaction", transfer)).isEqualTo("else\n=0\n");
    assertThat(run("transaction", "if\tb\t+\nthen\tdelete\tb")).isEqualTo("then\n=1\n");
    assertThat(run("transaction", "if\tb\t+\nelse\tput\tc\t9")).isEqualTo("else\n-\n");
    assertThat(ask("list\t\t\t10")).isEqualTo("a\t0\nc\t9\n");
  }

  @Test
  void aTransactionWithAWrongLineChangesNothing() {
    assertThat(rejected("transaction", "then\tput\ta\t1\nthen\tput\t\t1"))
        .startsWith("wrong-arguments\t");
    assertThat(rejected("transaction", "then\tput\ta\t1\nperhaps\tb"))
        .startsWith("wrong-arguments\t");
    assertThat(rejected("transaction", "then\tget\ta\n".repeat(200)))
        .isEqualTo("wrong-arguments\ta transaction has at most 128 lines");
    assertThat(ask("count")).isEqualTo("0");
  }
}
