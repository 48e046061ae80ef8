package dev.flotilla.bench.harness.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedSecretTest {
  private static final String TEXT = "0123456789abcdef";

  @Test
  void aFileGoesBeforeTheEnvironment(@TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("secret"), TEXT + "\n");
    Map<String, String> environment = Map.of(SharedSecret.VARIABLE, "another-secret-here");

    assertThat(SharedSecret.read(file, environment).bytes()).asString().isEqualTo(TEXT);
    assertThat(SharedSecret.read(null, environment).bytes())
        .asString()
        .isEqualTo("another-secret-here");
  }

  @Test
  void noSecretAndAShortOneAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SharedSecret.read(null, Map.of()))
        .withMessageContaining("--secret-file");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SharedSecret.of("short"))
        .withMessageContaining("16 to 256")
        .withMessageNotContaining("short");
  }

  @Test
  void nothingThatIsPrintedHoldsTheSecret() {
    assertThat(SharedSecret.of(TEXT).toString()).doesNotContain(TEXT);
  }
}
