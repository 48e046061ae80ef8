package dev.flotilla.bench.harness.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.flotilla.bench.harness.RecordedRun;
import dev.flotilla.bench.harness.section.DotPlot;
import dev.flotilla.bench.harness.section.Section;
import dev.flotilla.bench.result.RunResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LinksSectionsTest {
  @Test
  void everyExperimentHasARow() {
    List<RunResult> runs = new ArrayList<>();
    new Links(
            1,
            group -> {
              throw new IOException("no group is changed here");
            })
        .experiments()
        .forEach(each -> runs.add(run(each.servers(), each.label(), 1, 200).plain()));

    List<Section> sections = new LinksSections(runs).all();

    assertThat(sections)
        .extracting(section -> section.table().rows().size())
        .containsExactly(4, 4, 7, 5, 13, 1, 1);
    assertThat(sections.get(2).drawings()).hasSize(1);
    assertThat(((DotPlot) sections.get(2).drawings().get(0)).rows()).hasSize(7);
  }

  @Test
  void changedLinksAreComparedWithUnchangedOnes() {
    String cut = Links.CUTS.get(0).label();
    List<RunResult> runs =
        List.of(run(5, Links.UNCHANGED.label(), 1, 200).plain(), run(5, cut, 1, 50).plain());

    Section section = new LinksSections(runs).all().get(0);

    assertThat(section.table().rows())
        .extracting(row -> row.get(0), row -> row.get(5))
        .containsExactly(tuple("links-unchanged", "1.00"), tuple("leader-isolated", "0.25"));
  }

  @Test
  void withoutTheBaselineThereIsNoRatio() {
    String cut = Links.CUTS.get(0).label();

    Section section = new LinksSections(List.of(run(5, cut, 1, 50).plain())).all().get(0);

    assertThat(section.title()).isEqualTo("Links of 5 servers that are cut during puts");
    assertThat(section.table().rows().get(0)).contains("-");
  }

  @Test
  void theBaselineAloneIsNoChangeOfLinks() {
    List<RunResult> runs = List.of(run(5, Links.UNCHANGED.label(), 1, 200).plain());

    assertThat(new LinksSections(runs).all())
        .extracting(Section::title)
        .containsExactly("Elections during puts");
  }

  @Test
  void electionsCountRunsWhoseTermRose() {
    String cut = Links.CUTS.get(1).label();
    List<RunResult> runs =
        List.of(
            run(5, cut, 2, 50).with(0, terms(1, 1)),
            run(5, cut, 1, 50).with(0, terms(1, 3)),
            run(5, cut, 3, 50).with(0, terms(2, 3)));

    assertThat(new LinksSections(runs).all().get(1).table().rows())
        .containsExactly(List.of("leader-muted", "1 1 2", "3 1 3", "2 of 3"));
  }

  @Test
  void membershipChangesHaveTheirTimes() {
    Map<String, Double> times =
        Map.of(StoreFigures.ADD_MILLIS, 519.0, StoreFigures.REMOVE_MILLIS, 54.0);
    List<RunResult> runs = List.of(run(4, Links.MEMBERS, 1, 250).with(48, times));

    assertThat(new LinksSections(runs).all().get(1).table().rows())
        .containsExactly(List.of("members", "519", "54", "48", "40.0", "120.0", "250", "1", "1"));
  }

  private static Map<String, Double> terms(double before, double after) {
    return Map.of(StoreFigures.TERM_BEFORE, before, StoreFigures.TERM_AFTER, after);
  }

  private static RecordedRun run(int servers, String label, int repeat, double opsPerSec) {
    return new RecordedRun(Links.NAME, servers, label, repeat, opsPerSec, 40);
  }
}
