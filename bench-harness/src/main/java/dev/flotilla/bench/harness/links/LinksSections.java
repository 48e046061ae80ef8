package dev.flotilla.bench.harness.links;

import dev.flotilla.bench.harness.flotilla.StoreReads;
import dev.flotilla.bench.harness.links.LinksExperiment.Kind;
import dev.flotilla.bench.harness.section.DotPlot;
import dev.flotilla.bench.harness.section.Repeats;
import dev.flotilla.bench.harness.section.Section;
import dev.flotilla.bench.harness.section.Table;
import dev.flotilla.bench.harness.stats.Spread;
import dev.flotilla.bench.harness.store.StorePreset;
import dev.flotilla.bench.harness.store.StoreRun;
import dev.flotilla.bench.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** The report on links: what each question that the paper leaves for later showed. */
final class LinksSections {
  private static final List<String> READ =
      List.of("put ms", "puts/s", "read ms", "read p99 ms", "reads/s");
  private static final List<String> PUT =
      List.of("longest silence ms", "put ms", "put p99 ms", "puts/s");
  private static final List<String> ENDING = List.of("runs", "errors");

  private final List<RunResult> results;

  LinksSections(List<RunResult> results) {
    this.results = List.copyOf(results);
  }

  /** Those that have something to show. */
  List<Section> all() {
    List<LinksExperiment> cut = links(Kind.CUT);
    List<LinksExperiment> slow = links(Kind.SLOW);
    return Section.measured(
        new Section(
            "State machines, 3 servers",
            "Reads of the journal return the last command; it knows no keys.",
            machines()),
        new Section(
            "Ways to read, 3 servers with the key-value store",
            "The leader knows that it still leads from a majority, or by its lease: both read all"
                + " that was acknowledged. Other reads are answered by all servers in turns,"
                + " and may be as old as the table says.",
            waysToRead()),
        new Section(
            "Links of 5 servers that are cut during puts",
            "Silence is the longest time without an acknowledged put after the cut.",
            changed(cut),
            List.of(
                plot(
                    "silence",
                    "Longest time without an acknowledged put",
                    cut,
                    RunResult::silenceMillis))),
        new Section(
            "Links of 5 servers that lose and delay messages during puts",
            "Links change when a third of the puts is acknowledged, and stay so.",
            changed(slow),
            List.of(plot("slowPuts", "Mean latency of puts", slow, Repeats::meanMillis))),
        new Section(
            "Elections during puts",
            "Each election raises the term. Terms are those of each run.",
            elections()),
        new Section(
            "Membership changes during puts",
            "A fourth server is added until it votes, and removed until it is no member.",
            members()),
        new Section(
            "Snapshots during puts",
            "Each of 3 servers takes a snapshot of 1,000 keys with 10,000 bytes.",
            snapshots()));
  }

  private static List<LinksExperiment> links(Kind kind) {
    return LinksExperiment.ofLinks().stream()
        .filter(each -> each.kind() == kind || each.kind() == Kind.UNCHANGED)
        .toList();
  }

  private Repeats repeats(LinksExperiment experiment) {
    return StorePreset.repeats(experiment, results);
  }

  private static Table table(String first, List<String> others) {
    List<String> heads = new ArrayList<>(List.of(first));
    heads.addAll(others);
    heads.addAll(ENDING);
    return new Table(heads);
  }

  private static void add(
      Table table, String first, List<String> others, Repeats repeats, String errors) {
    if (!repeats.isEmpty()) {
      List<String> row = new ArrayList<>(List.of(first));
      row.addAll(others);
      row.addAll(List.of(repeats.count(), errors));
      table.add(row);
    }
  }

  private Table machines() {
    Table table = table("state machine", READ);
    for (String machine : LinksExperiment.MACHINES) {
      addReads(table, machine, LinksExperiment.machine(machine));
    }
    return table;
  }

  private Table waysToRead() {
    Table table = table("reads", READ);
    addReads(table, "confirmed by a majority", LinksExperiment.machine(LinksExperiment.KEY_VALUE));
    for (LinksExperiment way : LinksExperiment.waysToRead()) {
      addReads(table, words(way.kind()), way);
    }
    return table;
  }

  private static String words(Kind kind) {
    return switch (kind) {
      case LEASE_READS -> "confirmed by a lease";
      case BOUNDED_READS -> StoreReads.BOUNDED.toString();
      case LOCAL_READS -> StoreReads.LOCAL.toString();
      default -> throw new IllegalArgumentException(kind + " is no way to read");
    };
  }

  private void addReads(Table table, String first, LinksExperiment experiment) {
    Repeats repeats = repeats(experiment);
    add(table, first, reads(repeats), repeats, repeats.errorsAnd(StoreRun.GET_ERRORS));
  }

  private static List<String> reads(Repeats repeats) {
    return List.of(
        repeats.meanMillis(),
        repeats.opsPerSec(),
        Repeats.tenths(repeats.spreadMillis(StoreRun.GET_MEAN_MICROS)),
        Repeats.tenths(repeats.spreadMillis(StoreRun.GET_P99_MICROS)),
        Repeats.whole(repeats.spread(StoreRun.GET_OPS_PER_SEC)));
  }

  /** None if only the baseline was measured. */
  private Table changed(List<LinksExperiment> experiments) {
    List<String> heads = new ArrayList<>(PUT);
    heads.add("puts/s : unchanged");
    Table table = table("links", heads);
    boolean hasChanged =
        experiments.stream()
            .anyMatch(each -> each.kind() != Kind.UNCHANGED && !repeats(each).isEmpty());
    if (hasChanged) {
      Optional<Spread> unchanged =
          repeats(LinksExperiment.unchanged()).spread(RunResult::throughputOpsPerSec);
      experiments.forEach(each -> addChanged(table, each, unchanged));
    }
    return table;
  }

  private void addChanged(Table table, LinksExperiment experiment, Optional<Spread> unchanged) {
    Repeats repeats = repeats(experiment);
    List<String> cells = new ArrayList<>(puts(repeats));
    cells.add(
        unchanged
            .map(base -> Repeats.ratio(throughput(repeats), base.median()))
            .orElse(Repeats.MISSING));
    add(table, experiment.label(), cells, repeats, repeats.errors());
  }

  private static Optional<Spread> throughput(Repeats repeats) {
    return repeats.spread(RunResult::throughputOpsPerSec);
  }

  private static List<String> puts(Repeats repeats) {
    return List.of(
        repeats.whole(RunResult::silenceMillis),
        repeats.meanMillis(),
        repeats.p99Millis(),
        repeats.opsPerSec());
  }

  private DotPlot plot(
      String id,
      String title,
      List<LinksExperiment> experiments,
      ToDoubleFunction<RunResult> millis) {
    List<DotPlot.Row> rows = new ArrayList<>();
    for (LinksExperiment experiment : experiments) {
      repeats(experiment)
          .spread(millis)
          .ifPresent(spread -> rows.add(new DotPlot.Row(experiment.label(), spread)));
    }
    return new DotPlot(id, title, "ms", rows);
  }

  private Table elections() {
    Table table =
        new Table(List.of("during", "terms before", "terms after", "runs with an election"));
    List<LinksExperiment> during = new ArrayList<>(LinksExperiment.ofLinks());
    during.addAll(List.of(LinksExperiment.members(), LinksExperiment.snapshots()));
    for (LinksExperiment experiment : during) {
      Repeats repeats = repeats(experiment);
      long elected = repeats.runs().stream().filter(run -> StoreRun.elections(run) > 0).count();
      if (!repeats.isEmpty()) {
        table.add(
            List.of(
                experiment.label(),
                repeats.having(StoreRun.TERM_BEFORE).each(Repeats.valueOf(StoreRun.TERM_BEFORE)),
                repeats.having(StoreRun.TERM_AFTER).each(Repeats.valueOf(StoreRun.TERM_AFTER)),
                "%s of %s".formatted(elected, repeats.count())));
      }
    }
    return table;
  }

  private Table members() {
    List<String> heads = new ArrayList<>(List.of("add ms", "remove ms"));
    heads.addAll(PUT);
    Table table = table("change", heads);
    Repeats repeats = repeats(LinksExperiment.members());
    List<String> cells = new ArrayList<>();
    cells.add(Repeats.whole(repeats.spread(LinksWork.ADD_MILLIS)));
    cells.add(Repeats.whole(repeats.spread(LinksWork.REMOVE_MILLIS)));
    cells.addAll(puts(repeats));
    add(table, "members", cells, repeats, repeats.errors());
    return table;
  }

  private Table snapshots() {
    Table table = table("change", PUT);
    Repeats repeats = repeats(LinksExperiment.snapshots());
    add(table, "snapshots", puts(repeats), repeats, repeats.errors());
    return table;
  }
}
