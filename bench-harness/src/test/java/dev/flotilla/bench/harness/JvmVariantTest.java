package dev.flotilla.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.bench.Reconnection;
import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.harness.flotilla.FlotillaSystem;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JvmVariantTest {
  private final SystemUnderTest flotilla = new FlotillaSystem();
  private final SystemUnderTest plain = new InMemorySystem.Instant();
  private final SystemCatalog catalog = SystemCatalog.of(List.of(flotilla, plain));

  @Test
  void otherOptionsReplaceTheOwnAndShowInTheSettings() {
    SystemUnderTest changed =
        catalog.withJvmOptions(Map.of("flotilla", "-Xmx1g  -XX:+UseG1GC")).find("flotilla");

    assertThat(changed.jvmOptions()).containsExactly("-Xmx1g", "-XX:+UseG1GC");
    assertThat(changed.configuration()).endsWith("server JVM -Xmx1g -XX:+UseG1GC");
  }

  @Test
  void variantIsTheSystemWithTheOptionsOfTheOther() {
    SystemUnderTest variant = catalog.find("flotilla@instant");

    assertThat(variant.name()).isEqualTo("flotilla@instant");
    assertThat(variant.version()).isEqualTo(flotilla.version());
    assertThat(variant.configuration()).isEqualTo("defaults; server JVM ");
  }

  @Test
  void variantReconnectsAndHasOptionsAsItsSystem() {
    SystemUnderTest variant = catalog.find("flotilla@instant");

    assertThat(variant.client(Reconnection.ZOOKEEPER).command())
        .isEqualTo(flotilla.client(Reconnection.ZOOKEEPER).command());
    assertThat(variant.jvmOptions()).isEqualTo(plain.jvmOptions());
    assertThat(variant.withJvmOptions(List.of("-Xmx1g")).jvmOptions()).containsExactly("-Xmx1g");
  }

  @Test
  void systemWithoutJvmOptionsRefusesThem() {
    assertThatThrownBy(() -> catalog.find("instant@flotilla"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("instant takes no JVM options, so it cannot run with -Xmx512m");
  }

  @Test
  void sharedVariantIsTheSystemWithOneClientForAll() {
    SystemUnderTest variant = catalog.find("flotilla+shared");

    assertThat(variant.name()).isEqualTo("flotilla+shared");
    assertThat(variant.client(Reconnection.ZOOKEEPER).jvmOptions())
        .contains("-Dflotilla.bench.sharedClient=true");
    assertThat(variant.configuration()).startsWith("one client object for all clients; ");
    assertThat(variant.jvmOptions()).isEqualTo(flotilla.jvmOptions());
  }

  @Test
  void sharedVariantTakesTheOptionsOfAnother() {
    SystemUnderTest variant = catalog.find("flotilla+shared@instant");

    assertThat(variant.name()).isEqualTo("flotilla+shared@instant");
    assertThat(variant.jvmOptions()).isEqualTo(plain.jvmOptions());
    assertThat(variant.client().jvmOptions()).contains("-Dflotilla.bench.sharedClient=true");
  }

  @Test
  void unknownNameOnEitherSideIsRefused() {
    assertThatThrownBy(() -> catalog.find("flotilla@nothing"))
        .hasMessage("--systems names nothing; known are: flotilla, instant");
    assertThatThrownBy(() -> catalog.withJvmOptions(Map.of("nothing", "-Xmx1g")))
        .hasMessageStartingWith("--systems names nothing");
  }
}
