package dev.flotilla.bench.zookeeper;

import dev.flotilla.bench.JavaProgram;
import dev.flotilla.bench.SystemUnderTest;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * The release that the paper of 2014 measured, with the same settings as the other one. Its classes
 * are in a directory of their own beside those of this module, because both releases have the same
 * names.
 */
public final class PaperZooKeeperSystem extends ZooKeeperSystem {
  private static final String LIBRARIES = "lib-paper";

  /** For {@link java.util.ServiceLoader}. */
  public PaperZooKeeperSystem() {
    super("zookeeper-3.4.5", classPath());
  }

  /** The client is compiled against the newer release, and calls what both have. */
  private static String classPath() {
    Path own = JavaProgram.codeSourceOf(PaperZooKeeperSystem.class);
    Path target = Objects.requireNonNull(own.getParent(), "a jar is in a directory");
    return List.of(
            target.resolve(LIBRARIES).resolve("*"),
            own,
            JavaProgram.codeSourceOf(SystemUnderTest.class))
        .stream()
        .map(Path::toString)
        .collect(Collectors.joining(File.pathSeparator));
  }
}
