package dev.flotilla.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.bdb.Journal;
import dev.flotilla.raftdpws.RaftDevice;
import dev.flotilla.raftdpws.RaftDeviceSettings;
import dev.flotilla.testing.Await;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands on standard input: what is inserted, what is refused, and when it stops. */
@Tag("slow")
class InsertLinesTest {
  private static final int TOO_MANY_BYTES = 1024 * 1024 + 1;
  private static final long START_SECONDS = Await.limitSeconds();

  @TempDir private Path directory;

  private final String group = "lines-" + UUID.randomUUID().toString().substring(0, 8);
  private final InputStream input = System.in;
  private final PrintStream output = System.out;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private RaftDevice server;

  @BeforeEach
  void start() throws Exception {
    RaftDeviceSettings settings =
        RaftDeviceSettings.builder(directory.resolve("server"))
            .group(group)
            .expect(1)
            .withoutDiscovery()
            .build();
    server = RaftDevice.start(settings, new Journal());
    server.founded().toCompletableFuture().get(START_SECONDS, TimeUnit.SECONDS);
  }

  @AfterEach
  void restore() {
    System.setIn(input);
    System.setOut(output);
    server.close();
  }

  @Test
  void aLineThatIsNoUtf8StopsItAndIsNamed() throws Exception {
    byte[] text = "first a\nsecond caf\u00e9\nthird x\n".getBytes(StandardCharsets.ISO_8859_1);
    assertThat(insertLines(text, out)).isEqualTo(ExitCode.USAGE.number());
    assertThat(err.toString()).contains("line 2", "UTF-8").hasLineCount(1);
    assertThat(executed()).singleElement().asString().contains("\tfirst\ta\t");
  }

  @Test
  void aLineThatNoCommandMayBeIsNotReadToItsEnd() throws Exception {
    byte[] text = ("first a\n" + "x".repeat(TOO_MANY_BYTES)).getBytes(StandardCharsets.UTF_8);
    assertThat(insertLines(text, out)).isEqualTo(ExitCode.USAGE.number());
    assertThat(err.toString()).contains("line 2", "1048576 bytes").hasLineCount(1);
    assertThat(executed()).hasSize(1);
  }

  @Test
  void aLastLineWithoutAnEndIsACommand() throws Exception {
    byte[] text = "first \u00e4\r\n\nsecond".getBytes(StandardCharsets.UTF_8);
    assertThat(insertLines(text, out)).isZero();
    List<String> lines = executed();
    assertThat(lines.get(0)).contains("\tfirst\t\u00e4\t");
    assertThat(lines.get(1)).contains("\tsecond\t\t");
  }

  @Test
  void parametersAreSentAsTheyStandUpToTheEndOfTheLine() throws Exception {
    byte[] text = "put\tk\tv \nput\tk\t\r\n \tput  k\tv\t \r\r\n".getBytes(StandardCharsets.UTF_8);
    assertThat(insertLines(text, out)).isZero();
    List<String> lines = executed();
    assertThat(lines.get(0)).contains("\tput\tk\\tv \t");
    assertThat(lines.get(1)).contains("\tput\tk\\t\t");
    assertThat(lines.get(2)).contains("\tput\t k\\tv\\t \\r\t");
  }

  @Test
  void nothingMoreIsInsertedWhenTheOutputIsClosed() throws Exception {
    byte[] text = "a\nb\nc\n".getBytes(StandardCharsets.UTF_8);
    assertThat(insertLines(text, new ClosedWriter())).isEqualTo(ExitCode.UNKNOWN.number());
    assertThat(err.toString()).contains("line 1").hasLineCount(1);
    assertThat(executed()).hasSize(1);
  }

  @Test
  void theReaderOfAPipeThatLeavesStopsItToo() throws Exception {
    System.setOut(new PrintStream(new ClosedStream(), true, StandardCharsets.UTF_8));
    System.out.println("what the writer above it does not see");
    byte[] text = "a\nb\nc\n".getBytes(StandardCharsets.UTF_8);
    assertThat(insertLines(text, out)).isEqualTo(ExitCode.UNKNOWN.number());
    assertThat(executed()).hasSize(1);
  }

  @Test
  void anArgumentThatCouldNotBeDecodedIsRefused() throws Exception {
    assertThat(execute(out, "latin", "\uFFFD")).isEqualTo(ExitCode.USAGE.number());
    assertThat(err.toString()).contains("encoding", "'insert -'").hasLineCount(1);
    assertThat(executed()).isEmpty();
  }

  private int insertLines(byte[] text, Writer target) {
    System.setIn(new ByteArrayInputStream(text));
    return execute(target, "-");
  }

  private int execute(Writer target, String... words) {
    String url = server.address().toString();
    String[] options = {
      "insert", "--forget", "--timeout", "60", "--group", group, "--servers", url
    };
    String[] all = new String[options.length + words.length];
    System.arraycopy(options, 0, all, 0, options.length);
    System.arraycopy(words, 0, all, options.length, words.length);
    return FlotillaCommand.commandLine()
        .setOut(new PrintWriter(target, true))
        .setErr(new PrintWriter(err, true))
        .execute(all);
  }

  /** What the server has executed; stops it. */
  private List<String> executed() {
    server.close();
    StringWriter dump = new StringWriter();
    StringWriter note = new StringWriter();
    int code =
        FlotillaCommand.commandLine()
            .setOut(new PrintWriter(dump, true))
            .setErr(new PrintWriter(note, true))
            .execute("journal", "dump", directory.resolve("server").toString());
    assertThat(code).as(note.toString()).isZero();
    assertThat(note.toString()).contains("may be missing").hasLineCount(1);
    return dump.toString().lines().toList();
  }

  private static final class ClosedWriter extends Writer {
    @Override
    public void write(char[] text, int from, int count) throws IOException {
      throw new IOException("Broken pipe");
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  private static final class ClosedStream extends OutputStream {
    @Override
    public void write(int one) throws IOException {
      throw new IOException("Broken pipe");
    }
  }
}
