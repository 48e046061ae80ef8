package dev.flotilla.sim;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tlc2.TLC;

/** Runs the TLA+ model checker as a process of its own, on a copy of the specification. */
final class Tlc {
  private static final List<String> MODULES = List.of("Raft.tla", "MCRaft.tla", "TraceRaft.tla");

  private final Path directory;

  /**
   * Prepares a directory.
   *
   * @param directory empty; takes the specification, what is generated, and TLC's files
   */
  Tlc(Path directory) {
    this.directory = directory;
    for (String module : MODULES) {
      copy(module);
    }
  }

  /** The specification of the tree that this runs in. */
  static Path specification() {
    Path here = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(here.resolve("specification"))) {
      here = here.getParent();
      if (here == null) {
        throw new IllegalStateException("no directory 'specification' in or above this one");
      }
    }
    return here.resolve("specification");
  }

  /** Checks a module, and returns all that TLC says. */
  String check(String module, String configuration) {
    write(module + ".cfg", configuration);
    try {
      Path output = directory.resolve(module + ".out");
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:+UseSerialGC",
                  "-Xmx2g",
                  "-Djava.io.tmpdir=" + directory,
                  "-cp",
                  Path.of(TLC.class.getProtectionDomain().getCodeSource().getLocation().getPath())
                      .toString(),
                  TLC.class.getName(),
                  "-nowarning",
                  "-deadlock",
                  "-workers",
                  "1",
                  "-metadir",
                  directory.resolve("states").toString(),
                  module)
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      process.waitFor();
      return Files.readString(output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted while TLC ran", e);
    }
  }

  void write(String file, String text) {
    try {
      Files.writeString(directory.resolve(file), text, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void copy(String module) {
    try {
      Files.copy(specification().resolve(module), directory.resolve(module));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
