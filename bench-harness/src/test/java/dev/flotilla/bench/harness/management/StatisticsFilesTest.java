package dev.flotilla.bench.harness.management;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatisticsFilesTest {
  @TempDir private Path directory;

  @Test
  void aFileIsWrittenUnderItsName() throws Exception {
    StatisticsFiles files = new StatisticsFiles(directory);
    files.write(files.file("a_1s.csv"), "text");
    files.write(files.file("a_1s.csv"), "later");

    assertThat(directory.resolve("a_1s.csv")).hasContent("later");
  }

  @Test
  void aNameThatCouldBeAPathIsRejected() {
    StatisticsFiles files = new StatisticsFiles(directory);
    for (String name :
        List.of("", ".", "..", "../a", "/etc/a", "a/b", "a\\b", ".a", "a b", "a\n")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> files.file(name))
          .withMessageContaining("is rejected");
    }
  }

  @Test
  void aHundredFilesAreTheMost() throws Exception {
    StatisticsFiles files = new StatisticsFiles(directory);
    for (int i = 0; i < StatisticsFiles.MAX_FILES; i++) {
      Files.createFile(directory.resolve("f" + i));
    }
    files.write(files.file("f0"), "again");

    assertThatIOException()
        .isThrownBy(() -> files.write(files.file("new"), "text"))
        .withMessageContaining("holds 100 files");
  }
}
