package dev.flotilla.bench.harness;

import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.harness.flotilla.SystemVariant;
import java.util.List;

/**
 * A system whose servers run with another system's JVM options, so that no difference between the
 * systems is one of their options; its name is such as {@code zookeeper@flotilla}.
 */
final class JvmVariant extends SystemVariant {
  /** Stands between the name of the system and that of the other one. */
  static final String WITH_OPTIONS_OF = "@";

  private final String name;

  private JvmVariant(String name, SystemUnderTest system) {
    super(system);
    this.name = name;
  }

  static JvmVariant of(SystemUnderTest system, SystemUnderTest other) {
    return new JvmVariant(
        system.name() + WITH_OPTIONS_OF + other.name(), system.withJvmOptions(other.jvmOptions()));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public SystemUnderTest withJvmOptions(List<String> options) {
    return new JvmVariant(name, system().withJvmOptions(options));
  }
}
