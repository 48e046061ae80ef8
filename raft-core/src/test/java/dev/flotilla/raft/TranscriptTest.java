package dev.flotilla.raft;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Compares each transcript with what the core does now. After a change of the protocol, {@code
 * -Dtranscripts.regenerate=true} rewrites them, and the difference is what there is to review.
 */
final class TranscriptTest {
  private static final Path FOLDER = Path.of("src", "test", "resources", "transcripts");

  @TestFactory
  Stream<DynamicTest> theExchangeGoesAsWritten() throws IOException {
    List<Path> files;
    try (Stream<Path> listed = Files.list(FOLDER)) {
      files = listed.sorted().toList();
    }
    assertThat(files).isNotEmpty();
    return files.stream()
        .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> check(file)));
  }

  private static void check(Path file) throws IOException {
    String written = Files.readString(file);
    String now = Transcript.run(written);
    if (Boolean.getBoolean("transcripts.regenerate")) {
      Files.writeString(file, now);
    } else {
      assertThat(now).as(file.toString()).isEqualTo(written);
    }
  }
}
