package dev.flotilla.bench.harness;

import dev.flotilla.bench.harness.section.Section;
import dev.flotilla.bench.result.RunResult;
import java.util.List;
import java.util.stream.Collectors;

/** The sections of a preset's report as Markdown, and where the results were measured. */
final class SectionReport {
  private SectionReport() {}

  static String markdown(ExperimentPlan plan, List<Section> sections, List<RunResult> results) {
    return sections.stream().map(Section::markdown).collect(Collectors.joining())
        + Section.SPREAD
        + "\n\n"
        + Report.footer(plan.systems(), results);
  }
}
