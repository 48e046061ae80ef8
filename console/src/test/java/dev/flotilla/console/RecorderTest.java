package dev.flotilla.console;

import static dev.flotilla.console.TestStates.START;
import static dev.flotilla.console.TestStates.follower;
import static dev.flotilla.console.TestStates.leader;
import static dev.flotilla.console.TestStates.node;
import static dev.flotilla.console.TestStates.state;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of a recording, and their bounds. */
class RecorderTest {
  private static final long ROOM = 1 << 20;

  @TempDir private Path directory;

  @Test
  void eachMemberAndEachNodeHasAFile() throws IOException {
    Recorder recorder = new Recorder(directory, ROOM);
    recorder.start(START);
    recorder.write(state(0, leader("urn:uuid:a-1", 3)).withNodes(List.of(node("web:80", "live"))));
    recorder.write(state(1, leader("urn:uuid:a-1", 3)).withNodes(List.of(node("web:80", "down"))));
    recorder.write(new LogLine(1, START, LogLine.Kind.STATE, "node web:80 is down now, was live"));
    recorder.stop();

    Path made = Path.of(recorder.state().directory());
    assertThat(names(made))
        .containsExactlyInAnyOrder("events.csv", "group.csv", "member-a-1.csv", "node-web_80.csv");
    assertThat(Files.readAllLines(made.resolve("member-a-1.csv")))
        .containsExactly(
            String.join(",", CsvRows.MEMBER),
            "2026-01-02T03:04:05Z,urn:uuid:a-1,leader,voter,3,7,7,7,2,2026-01-02T03:04:05Z,"
                + "http://127.0.0.1:1234/,,snapshot: none",
            "2026-01-02T03:04:06Z,urn:uuid:a-1,leader,voter,3,7,7,7,2,2026-01-02T03:04:05Z,"
                + "http://127.0.0.1:1234/,,snapshot: none");
    assertThat(Files.readAllLines(made.resolve("node-web_80.csv"))).hasSize(3);
    assertThat(recorder.state().running()).isFalse();
  }

  @Test
  void aRecordingEndsAtItsLimit() throws IOException {
    Recorder recorder = new Recorder(directory, 600);
    recorder.start(START);

    assertThat(recorder.write(state(0, leader("a", 1)))).isEmpty();
    assertThat(Stream.generate(() -> recorder.write(state(1, leader("a", 1)))).limit(9))
        .anyMatch(reason -> reason.filter(it -> it.contains("limit of 600 bytes")).isPresent());
    assertThat(recorder.isRunning()).isFalse();
    assertThat(recorder.state().bytes()).isBetween(1L, 600L);
    assertThat(recorder.state().problem()).isPresent();
  }

  @Test
  void aDirectoryHasABoundedNumberOfRecordings() throws IOException {
    Recorder recorder = new Recorder(directory, ROOM);
    for (int i = 0; i < Recording.MAX_RECORDINGS; i++) {
      recorder.start(START.plusMillis(i));
      recorder.stop();
    }

    assertThatThrownBy(() -> recorder.start(START.plusSeconds(1)))
        .hasMessageContaining("holds 100 recordings")
        .hasMessageContaining("move some away");
  }

  @Test
  void namesFromTheNetworkStayInTheDirectory() throws IOException {
    Recorder recorder = new Recorder(directory, ROOM);
    recorder.start(START);
    recorder.write(state(0, follower("../../x", "voter"), follower("..\\..\\x", "voter")));

    Path made = Path.of(recorder.state().directory());
    assertThat(names(made))
        .containsExactlyInAnyOrder("group.csv", "member-______x.csv", "member-______x-2.csv");
    assertThat(names(directory)).containsExactly(made.getFileName().toString());
  }

  @Test
  void cellsAreQuotedAndNoFormulas() {
    assertThat(Csv.row(List.of("a", "b,c", "say \"no\"", "=1+1", "-5", "@x", "two\nlines")))
        .isEqualTo("a,\"b,c\",\"say \"\"no\"\"\",'=1+1,-5,'@x,\"two\nlines\"\r\n");
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(it -> it.getFileName().toString()).toList();
    }
  }
}
