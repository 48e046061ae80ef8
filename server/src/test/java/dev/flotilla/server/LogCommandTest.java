package dev.flotilla.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.client.ClientSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of the data directory of a real server: at work, killed, damaged. */
@Tag("slow")
class LogCommandTest {
  private static final int COLUMNS = 8;
  private static final int LOOKS = 5;

  @TempDir private Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  @Tag("full")
  void theLogIsToldWhileItsServerWorksAndAfterItWasKilledAndDamaged() throws Exception {
    Path data = directory.resolve("server-1");
    Set<String> acknowledged;
    try (Cluster cluster = Cluster.found(directory, 1);
        CommandLoad load =
            new CommandLoad(ClientSettings.of(cluster.group()), cluster.runtime(), 2)) {
      for (int look = 1; look <= LOOKS; look++) {
        int enough = 50 * look;
        cluster.await(enough + " acknowledged", () -> load.acknowledgedCount() >= enough);
        assertThat(run("log", "verify", data.toString())).as(err.toString()).isZero();
        assertThat(run("log", "dump", "--from", "1", data.toString())).isZero();
      }
      load.stop();
      cluster.servers().get(0).kill();
      acknowledged = load.acknowledgedUids();
    }
    Map<String, String> killed = DataFiles.digests(data);
    checkVerdict(data);
    checkDump(data, acknowledged);
    assertThat(DataFiles.digests(data)).isEqualTo(killed);

    DataFiles.flipOneByteOfTheLog(data);
    checkDamage(data);
  }

  private void checkVerdict(Path data) {
    assertThat(run("log", "verify", data.toString())).isZero();
    List<String> kinds = lines().stream().map(line -> line.split("\t", -1)[1]).toList();
    assertThat(kinds).startsWith("identity", "founding", "segment", "mark", "vote");
    assertThat(lines().get(2)).startsWith("log-0000000001\tsegment\t1\t");
    assertThat(last(lines())).startsWith("sound\tentries 1 to ");
    assertThat(err.toString()).isEmpty();
  }

  private void checkDump(Path data, Set<String> acknowledged) {
    assertThat(run("log", "dump", data.toString())).isZero();
    List<String[]> dumped = lines().stream().map(line -> line.split("\t", -1)).toList();
    assertThat(dumped).allSatisfy(columns -> assertThat(columns).hasSize(COLUMNS));
    for (int i = 0; i < dumped.size(); i++) {
      assertThat(dumped.get(i)[0]).isEqualTo(Integer.toString(i + 1));
    }
    assertThat(dumped).extracting(columns -> columns[3]).contains("no-op", "command");
    assertThat(dumped.stream().map(columns -> columns[4]).collect(Collectors.toSet()))
        .containsAll(acknowledged);
    List<String> all = lines();
    assertThat(run("log", "dump", "--from", "5", "--to", "7", data.toString())).isZero();
    assertThat(lines()).isEqualTo(all.subList(4, 7));
  }

  private void checkDamage(Path data) throws IOException {
    Map<String, String> damaged = DataFiles.digests(data);
    assertThat(run("server", "--on-damage", "refuse", "--data", data.toString()))
        .isEqualTo(ExitCode.DAMAGED.number());
    String refusal = messageOf("flotilla server: ");
    assertThat(run("log", "verify", data.toString())).isEqualTo(ExitCode.DAMAGED.number());
    assertThat(messageOf("flotilla log verify: ")).isEqualTo(refusal);
    assertThat(lines()).isNotEmpty().noneMatch(line -> line.startsWith("sound"));
    assertThat(run("log", "dump", data.toString())).isEqualTo(ExitCode.DAMAGED.number());
    assertThat(messageOf("flotilla log dump: ")).isEqualTo(refusal);
    assertThat(lines()).isNotEmpty();
    String last = last(lines()).split("\t", -1)[0];
    assertThat(refusal).contains("entry " + (Long.parseLong(last) + 1) + ":");
    assertThat(DataFiles.digests(data)).isEqualTo(damaged);
  }

  @Test
  void whatIsNoServersDirectoryIsRefusedAndLeftAsItIs() throws IOException {
    Path foreign = Files.createDirectory(directory.resolve("photos"));
    Path empty = Files.createDirectory(directory.resolve("empty"));
    Path file = Files.writeString(foreign.resolve("holiday.txt"), "sun");
    Path missing = directory.resolve("missing");
    for (String command : List.of("verify", "dump")) {
      for (Path no : List.of(foreign, empty, file, missing)) {
        assertThat(run("log", command, no.toString()))
            .as(no.toString())
            .isEqualTo(ExitCode.DIRECTORY_REFUSED.number());
        assertThat(err.toString()).contains(no.toString()).hasLineCount(1);
        assertThat(out.toString()).isEmpty();
      }
    }
    assertThat(DataFiles.digests(directory)).containsOnlyKeys("photos/holiday.txt");
    assertThat(missing).doesNotExist();
  }

  private String messageOf(String command) {
    assertThat(err.toString()).startsWith(command).hasLineCount(1);
    return err.toString().substring(command.length());
  }

  private List<String> lines() {
    return Arrays.stream(out.toString().split("\n", -1)).filter(it -> !it.isEmpty()).toList();
  }

  private static String last(List<String> lines) {
    return lines.get(lines.size() - 1);
  }

  private int run(String... arguments) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return FlotillaCommand.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }
}
