package dev.flotilla.bench.harness.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JvmOptionsTest {
  @Test
  void heapCollectorAndCompilerMayBeChosen() {
    List<String> options = List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:-UsePerfData");

    assertThat(new JvmOptions(options).options()).isEqualTo(options);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-javaagent:evil.jar",
        "-XX:OnOutOfMemoryError=sh",
        "-cp",
        "@file",
        "-Xmx512m -cp x",
        "-Dany=thing",
        ""
      })
  void whatLoadsCodeOrNamesFilesIsRefused(String option) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new JvmOptions(List.of(option)))
        .withMessageContaining("not allowed");
  }

  @Test
  void tooManyOptionsAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new JvmOptions(Collections.nCopies(17, "-Xmx1g")))
        .withMessageContaining("too many");
  }
}
