package dev.flotilla.systemtests.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DocumentTest {
  private static final Row GOOD =
      new Row("m5", "foreign-host", "403", "10, slowest 9 ms", List.of());
  private static final Row BAD =
      new Row(
          "m5",
          "foreign-host",
          "200",
          "none",
          List.of("/var/data/server.log: executed", "a | stroke"));

  @TempDir Path directory;

  @Test
  void resultsAreReadAsTheyWereWritten() throws IOException {
    Path file = directory.resolve("results.tsv");
    Results.begin(file, "commit abc");
    Results.append(file, GOOD);
    Results.append(file, BAD);

    assertThat(Results.read(file)).isEqualTo(new Results("commit abc", List.of(GOOD, BAD)));
    assertThat(Results.read(file).summary()).isEqualTo("RUN 1/2");
  }

  @Test
  void aFileWithoutConditionsIsRefused() throws IOException {
    Path file = Files.writeString(directory.resolve("results.tsv"), GOOD.line() + "\n");

    assertThatThrownBy(() -> Results.read(file)).isInstanceOf(IOException.class);
  }

  @Test
  void thePageShowsEachCaseOfBothVersions() {
    String page =
        Document.of(
            Corpus.cases(),
            new Results("commit abc", List.of(GOOD)),
            new Results("commit old", List.of(BAD)));

    assertThat(page)
        .contains("- this version: RUN 1/1; commit abc")
        .contains("- before: RUN 0/1; commit old")
        .contains(
            "403 | 10, slowest 9 ms | good | **fails**: server.log: executed // a \\| stroke |")
        .contains("not run");
    assertThat(Corpus.cases()).allSatisfy(each -> assertThat(page).contains("(row " + each.row()));
  }
}
