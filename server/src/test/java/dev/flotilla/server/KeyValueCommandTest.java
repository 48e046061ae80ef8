package dev.flotilla.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.bdb.KeyValueStore;
import dev.flotilla.bdb.KeyValueText;
import dev.flotilla.client.Answer;
import dev.flotilla.client.ClientSettings;
import dev.flotilla.client.CommandOutcome;
import dev.flotilla.client.ReadOutcome;
import dev.flotilla.client.dpws.DpwsGroupClient;
import dev.flotilla.client.dpws.WireClient;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raftdpws.RaftDevice;
import dev.flotilla.raftdpws.RaftDeviceSettings;
import dev.flotilla.testing.Await;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The key-value store of a group, by the command line and by the client library. */
@Tag("slow")
class KeyValueCommandTest {
  private final String group = "pairs-" + UUID.randomUUID().toString().substring(0, 8);
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  @TempDir private Path directory;
  private RaftDevice server;

  @BeforeEach
  void start() throws Exception {
    RaftDeviceSettings settings =
        RaftDeviceSettings.builder(directory.resolve("data")).group(group).expect(1).build();
    server = RaftDevice.start(settings, new KeyValueStore());
    server.founded().toCompletableFuture().get(Await.limitSeconds(), TimeUnit.SECONDS);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void whatIsPutByOneCommandIsAskedForByAnother() {
    assertThat(run("insert", "put", "hall/target", "21.5")).isZero();
    assertThat(out.toString()).endsWith("\texecuted\t-\n");
    assertThat(run("insert", "put", "hall/colour", "light blue")).isZero();
    assertThat(run("insert", "compare-and-set", "hall/target", "=21.5", "=22")).isZero();
    assertThat(run("insert", "add", "visits", "7")).isZero();

    assertThat(asked("get", "hall/target")).isEqualTo("=22\n");
    assertThat(asked("get", "nowhere")).isEqualTo("-\n");
    assertThat(asked("count")).isEqualTo("3\n");
    assertThat(asked("list", "hall/", "hall0", "10"))
        .isEqualTo("hall/colour\tlight blue\nhall/target\t22\n");
    assertThat(asked("list", "x", "", "10")).isEmpty();
  }

  @Test
  void whatIsRejectedIsSaidWithItsCode() {
    assertThat(run("insert", "put", "only-a-key")).isEqualTo(ExitCode.NEGATIVE.number());
    assertThat(out.toString()).contains("\trejected\twrong-arguments\t");
    assertThat(run("query", "last", "5")).isEqualTo(ExitCode.NEGATIVE.number());
    assertThat(err.toString())
        .contains("flotilla query: rejected: unknown-command", "get, list, count")
        .hasLineCount(1);
    String undecodable = "\uFFFD";
    assertThat(run("query", "get", undecodable)).isEqualTo(ExitCode.USAGE.number());
    assertThat(err.toString()).contains("use UTF-8").doesNotContain("'insert -'");
  }

  @Test
  void anApplicationCommandsAndAsksByText() throws Exception {
    Bytes key = Bytes.utf8("a\tb");
    try (WireClient client =
        DpwsGroupClient.wire(ClientSettings.of(group).withTimeout(Await.limit()))) {
      KeyValueText.Operation put = KeyValueText.put(key, Bytes.utf8("1\\2"));
      CommandOutcome outcome =
          client.submit(put.command(), put.parameters()).toCompletableFuture().join();
      Answer before = ((CommandOutcome.Executed) outcome).answer();
      assertThat(held(before)).isEqualTo(new KeyValueText.Held.Absent());
      ReadOutcome<Answer> read = client.query(KeyValueText.get(key)).toCompletableFuture().join();
      Answer answer = ((ReadOutcome.Found<Answer>) read).value();
      assertThat(held(answer)).isEqualTo(new KeyValueText.Held.Value(Bytes.utf8("1\\2")));
    }
  }

  /** Berkeley DB reads the end of its files when it opens, and the node all answers since. */
  @Test
  @Tag("full")
  void aDatabaseThatIsFoundDamagedInTheMiddleOfAStartIsToldAndRebuiltByTheNext() throws Exception {
    try (WireClient client =
        DpwsGroupClient.wire(ClientSettings.of(group).withTimeout(Await.limit()))) {
      put(client, "k", Bytes.utf8("will rot"));
      put(client, "k", Bytes.utf8("other"));
      byte[] large = new byte[KeyValueStore.MAX_VALUE_BYTES];
      Arrays.fill(large, (byte) 'x');
      for (int i = 0; i < 150; i++) {
        put(client, "k" + i, Bytes.wrap(large));
      }
    }
    server.close();
    Path data = directory.resolve("data");
    // What the second command was answered is in its execution alone.
    DataFiles.flipAt(data.resolve("machine/db/00000000.jdb"), "=will rot");

    // One that starts serves until it is killed.
    CompletableFuture<Integer> code =
        CompletableFuture.supplyAsync(
            () ->
                FlotillaCommand.commandLine()
                    .setErr(new PrintWriter(err, true))
                    .execute("server", "--state-machine", "key-value", "--data", data.toString()));
    assertThat(code.get(Await.limitSeconds(), TimeUnit.SECONDS)).isEqualTo(ExitCode.DISK.number());
    assertThat(err.toString())
        .contains("the key-value store in " + data.resolve("machine") + " cannot be read")
        .contains("start again; if that does not help, move " + data.resolve("machine"))
        .hasLineCount(1);

    start();
    assertThat(data.resolve("machine/damaged")).isDirectory();
    assertThat(asked("get", "k")).isEqualTo("=other\n");
  }

  private static void put(WireClient client, String key, Bytes value) {
    KeyValueText.Operation put = KeyValueText.put(Bytes.utf8(key), value);
    assertThat(client.submit(put.command(), put.parameters()).toCompletableFuture().join())
        .isInstanceOf(CommandOutcome.Executed.class);
  }

  private static KeyValueText.Held held(Answer answer) {
    return KeyValueText.held(answer.value().orElseThrow());
  }

  private String asked(String... question) {
    out.getBuffer().setLength(0);
    assertThat(run("query", question)).isZero();
    return out.toString();
  }

  private int run(String command, String... fields) {
    List<String> words =
        new ArrayList<>(List.of(command, "--forget", "--timeout", "60", "--group", group));
    words.addAll(List.of("--servers", server.address().toString(), "--"));
    words.addAll(List.of(fields));
    return FlotillaCommand.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(words.toArray(String[]::new));
  }
}
