package dev.flotilla.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.bench.harness.flotilla.FlotillaSystem;
import dev.flotilla.bench.harness.flotilla.SystemVariant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SystemCatalogTest {
  @TempDir private Path home;

  @Test
  void anAgentStartsTheSystemThatIsAskedFor() throws IOException {
    SystemCatalog catalog = SystemCatalog.load(home);

    assertThat(catalog.installation(home).programs())
        .containsKeys("flotilla", "flotilla-tcp", "flotilla-tls", "flotilla-key-value")
        .allSatisfy((program, system) -> assertThat(system.programName()).isEqualTo(program));
    assertThat(catalog.installation(home).programs().get("flotilla").name()).isEqualTo("flotilla");
  }

  @Test
  void twoSystemsWithOneProgramAreRefused() {
    SystemCatalog catalog =
        SystemCatalog.of(
            List.of(
                new FlotillaSystem(),
                new SystemVariant(new FlotillaSystem(), any -> any).named("flotilla+shared")));

    assertThatThrownBy(() -> catalog.installation(home))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("flotilla and flotilla+shared");
  }
}
