package dev.flotilla.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CompletionTest {
  @Test
  void theScriptKnowsCommandsOfBothPrograms() {
    assertThat(Completion.script())
        .contains("_picocli_flotilla_members_add")
        .contains("_picocli_flotilla_gateway_demo")
        .contains("'--interface'");
  }

  @Test
  void theScriptIsTheSameInEachBuild() {
    assertThat(Completion.script()).isEqualTo(Completion.script()).doesNotContain("Generated on");
  }
}
