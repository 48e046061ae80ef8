package dev.flotilla.bench.harness;

import dev.flotilla.bench.SystemUnderTest;
import dev.flotilla.bench.result.RunResult;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Runs a preset's quick cells on one system, for tests of presets in other packages. */
public final class PresetExperiment {
  private final SystemUnderTest system;
  private final Path directory;

  /**
   * An experiment.
   *
   * @param directory where results go
   */
  public PresetExperiment(SystemUnderTest system, Path directory) {
    this.system = system;
    this.directory = directory;
  }

  /** Measures every cell, and returns what is printed. */
  public String run(Preset preset) throws IOException, InterruptedException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream printed = new PrintStream(out, true, StandardCharsets.UTF_8);
    SystemCatalog catalog = SystemCatalog.of(List.of(system));
    new PresetRun(catalog, Path.of(""), Site.local(), printed, printed, List.of("run"))
        .begin(preset, true, List.of(system.name()), List.of(), directory);
    return out.toString(StandardCharsets.UTF_8);
  }

  /** The runs that are recorded. */
  public List<RunResult> results() throws IOException {
    return OutputDirectory.reopen(directory).results();
  }
}
