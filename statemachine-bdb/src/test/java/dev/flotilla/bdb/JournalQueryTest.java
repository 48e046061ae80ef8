package dev.flotilla.bdb;

import static dev.flotilla.bdb.Samples.at;
import static dev.flotilla.bdb.Samples.range;
import static dev.flotilla.bdb.Samples.uid;
import static dev.flotilla.node.RaftNode.MAX_COMMAND_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.statemachine.CommittedCommand;
import dev.flotilla.node.statemachine.Result;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.raft.model.Command;
import dev.flotilla.raft.model.LogPosition;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JournalQueryTest {
  @TempDir private Path directory;
  private final Journal journal = new Journal();

  @BeforeEach
  void fill() throws IOException {
    journal.initialize(directory);
    journal.apply(range(1, 1_500));
  }

  @AfterEach
  void terminate() {
    journal.terminate();
  }

  @Test
  void answersByUidAndByIndexWithTheRecordsLine() {
    String line = "7\t1\t" + uid(7) + "\tset\tvalue-7\ttrue\t7\n";
    assertThat(ask("uid " + uid(7))).isEqualTo(line);
    assertThat(ask("index 7")).isEqualTo(line);
    assertThat(ask("index 1501")).isEmpty();
    assertThat(ask("uid unheard-of")).isEmpty();
  }

  @Test
  void answersARangeAndTheLastInTheOrderOfIndexes() {
    assertThat(indexes(ask("range 3 6"))).containsExactly(3L, 4L, 5L, 6L);
    assertThat(indexes(ask("range 1499 9999"))).containsExactly(1_499L, 1_500L);
    assertThat(ask("range 6 3")).isEmpty();
    assertThat(indexes(ask("last"))).containsExactly(1_500L);
    assertThat(indexes(ask("last 3"))).containsExactly(1_498L, 1_499L, 1_500L);
    assertThat(ask("last 0")).isEmpty();
  }

  @Test
  void endsALongAnswerAfterItsLimits() {
    assertThat(indexes(ask("range 2 1400")))
        .hasSize(JournalQuery.MAX_RECORDS)
        .startsWith(2L)
        .endsWith(1_001L);
    assertThat(indexes(ask("last 5000"))).hasSize(JournalQuery.MAX_RECORDS).endsWith(1_500L);
  }

  @Test
  void endsAnAnswerBeforeTheRecordThatIsTooMuch() {
    Bytes quarter = Bytes.wrap(new byte[JournalQuery.MAX_CHARS / 16]);
    Bytes most = Bytes.wrap(new byte[MAX_COMMAND_BYTES - commandOf(Bytes.EMPTY).sizeBytes()]);
    journal.apply(
        List.of(
            at(1_501, "a", "big", quarter),
            at(1_502, "b", "big", quarter),
            at(1_503, "c", "big", quarter),
            at(1_504, "d", "big", quarter),
            new CommittedCommand(new LogPosition(1_505, 1), commandOf(most)),
            at(1_506, "f", "big", quarter)));
    assertThat(indexes(ask("range 1501 1506"))).containsExactly(1_501L, 1_502L, 1_503L);
    assertThat(indexes(ask("range 1504 1506"))).containsExactly(1_504L);
    assertThat(indexes(ask("range 1505 1506"))).containsExactly(1_505L);
    assertThat(indexes(ask("range 1506 1506"))).containsExactly(1_506L);
    assertThat(indexes(ask("last 6"))).containsExactly(1_501L, 1_502L, 1_503L);
    assertThat(ask("range 1501 1506")).hasSizeLessThanOrEqualTo(JournalQuery.MAX_CHARS);
    assertThat(ask("index 1505")).as("what clients take").hasSizeLessThanOrEqualTo(4 << 20);
  }

  private static Command commandOf(Bytes parameters) {
    return new Command("e", "big", parameters);
  }

  /** A question may be a megabyte of blanks, and a String for each would fill the heap. */
  @Test
  void blanksWithoutEndMakeNoWordsWithoutEnd() {
    String blanks = " ".repeat(1_000_000);
    assertThat(JournalQuery.words(blanks)).hasSizeLessThan(6);
    for (String question : List.of("", "last", "uid", "range 1 2")) {
      assertThat(journal.query(Bytes.utf8(question + blanks)))
          .isEqualTo(journal.query(Bytes.utf8(question + "     ")));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "help",
        "index",
        "index -1",
        "index x",
        "range 1",
        "last 99999999999999999999"
      })
  void rejectsWhatItDoesNotUnderstandAndSaysWhatItDoes(String question) {
    Result answer = journal.query(Bytes.utf8(question));
    assertThat(answer.success()).isFalse();
    assertThat(answer.value().toUtf8()).contains("uid UID, index N, range FROM TO, last");
  }

  private String ask(String question) {
    Result answer = journal.query(Bytes.utf8(question));
    assertThat(answer.success()).isTrue();
    return answer.value().toUtf8();
  }

  private static List<Long> indexes(String answer) {
    return answer
        .lines()
        .map(line -> Long.parseLong(line.substring(0, line.indexOf('\t'))))
        .toList();
  }
}
