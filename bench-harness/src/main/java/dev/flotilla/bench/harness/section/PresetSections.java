package dev.flotilla.bench.harness.section;

import dev.flotilla.bench.result.RunResult;
import java.util.List;

/** Knows what the report of each preset says. */
@FunctionalInterface
public interface PresetSections {
  /**
   * The sections of a report.
   *
   * @param preset its name, empty for runs without one
   * @param results all recorded runs, those that are not valid included
   * @return none if the preset has no sections of its own
   */
  List<Section> of(String preset, List<RunResult> results);
}
