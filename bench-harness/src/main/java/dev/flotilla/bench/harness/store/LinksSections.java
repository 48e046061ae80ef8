package dev.flotilla.bench.harness.store;

import dev.flotilla.bench.harness.section.DotPlot;
import dev.flotilla.bench.harness.section.Measured;
import dev.flotilla.bench.harness.section.Repeats;
import dev.flotilla.bench.harness.section.Section;
import dev.flotilla.bench.harness.section.Table;
import dev.flotilla.bench.harness.stats.Spread;
import dev.flotilla.bench.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** The report on links: what each question that the paper leaves for later showed. */
final class LinksSections {
  private final List<RunResult> results;

  LinksSections(List<RunResult> results) {
    this.results = List.copyOf(results);
  }

  /**
   * An experiment.
   *
   * @param name as the first column says it
   */
  private record Row(String name, int servers, String label) {
    static Row few(String name, String label) {
      return new Row(name, Links.FEW_SERVERS, label);
    }

    static Row of(Links.Change change) {
      return new Row(change.label(), Links.MANY_SERVERS, change.label());
    }

    static Row members() {
      return new Row(Links.MEMBERS, Links.FEW_SERVERS + 1, Links.MEMBERS);
    }

    static Row snapshots() {
      return few(Links.SNAPSHOTS, Links.SNAPSHOTS);
    }
  }

  /** Those that have something to show. */
  List<Section> all() {
    List<Measured<Row>> cut = changed(Links.CUTS);
    List<Measured<Row>> slow = changed(Links.SLOW);
    return Section.measured(
        List.of(
            new Section(
                "State machines, 3 servers",
                "Reads of the journal return the last command; it knows no keys.",
                reads("state machine", machines())),
            new Section(
                "Ways to read, 3 servers with the key-value store",
                "The leader knows that it still leads from a majority, or by its lease: both read"
                    + " all that was acknowledged. Other reads are answered by all servers in turns,"
                    + " and may be as old as the table says.",
                reads("reads", waysToRead())),
            new Section(
                "Links of 5 servers that are cut during puts",
                "Silence is the longest time without an acknowledged put after the cut.",
                besideUnchanged(cut),
                List.of(
                    plot(
                        "silence",
                        "Longest time without an acknowledged put",
                        cut,
                        RunResult::silenceMillis))),
            new Section(
                "Links of 5 servers that lose and delay messages during puts",
                "Links change when a third of the puts is acknowledged, and stay so.",
                besideUnchanged(slow),
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
                ended(puts(named("change", measured(List.of(Row.snapshots()))))))));
  }

  private List<Measured<Row>> measured(List<Row> rows) {
    return Measured.of(rows, this::repeats);
  }

  private Repeats repeats(Row row) {
    return StoreExperiment.repeats(row.servers(), row.label(), results);
  }

  private List<Measured<Row>> machines() {
    return measured(
        Links.MACHINES.stream().map(name -> Row.few(name, Links.machine(name))).toList());
  }

  private List<Measured<Row>> waysToRead() {
    List<Row> rows = new ArrayList<>();
    rows.add(Row.few("confirmed by a majority", Links.machine(Links.KEY_VALUE)));
    Links.WAYS_TO_READ.forEach(way -> rows.add(Row.few(way.words(), way.label())));
    return measured(rows);
  }

  /** With the baseline; none if only that was measured. */
  private List<Measured<Row>> changed(List<Links.Change> changes) {
    List<Row> rows = changes.stream().map(Row::of).toList();
    if (measured(rows).isEmpty()) {
      return List.of();
    }
    List<Row> all = new ArrayList<>(List.of(Row.of(Links.UNCHANGED)));
    all.addAll(rows);
    return measured(all);
  }

  private static Table<Measured<Row>> named(String head, List<Measured<Row>> rows) {
    return Table.of(rows).column(head, row -> row.thing().name());
  }

  private static Table<Measured<Row>> ended(Table<Measured<Row>> table) {
    return table
        .column("runs", row -> row.repeats().count())
        .column("errors", row -> row.repeats().errors());
  }

  private static Table<Measured<Row>> reads(String head, List<Measured<Row>> rows) {
    return named(head, rows)
        .column("put ms", row -> row.repeats().meanMillis())
        .column("puts/s", row -> row.repeats().opsPerSec())
        .column("read ms", row -> row.repeats().tenthsOfMillis(StoreFigures.GET_MEAN_MICROS))
        .column("read p99 ms", row -> row.repeats().tenthsOfMillis(StoreFigures.GET_P99_MICROS))
        .column("reads/s", row -> row.repeats().whole(StoreFigures.GET_OPS_PER_SEC))
        .column("runs", row -> row.repeats().count())
        .column("errors", row -> row.repeats().errorsAnd(StoreFigures.GET_ERRORS));
  }

  private static Table<Measured<Row>> puts(Table<Measured<Row>> table) {
    return table
        .column("longest silence ms", row -> row.repeats().whole(RunResult::silenceMillis))
        .column("put ms", row -> row.repeats().meanMillis())
        .column("put p99 ms", row -> row.repeats().p99Millis())
        .column("puts/s", row -> row.repeats().opsPerSec());
  }

  private Table<Measured<Row>> besideUnchanged(List<Measured<Row>> rows) {
    Optional<Spread> unchanged = throughput(repeats(Row.of(Links.UNCHANGED)));
    return ended(
        puts(named("links", rows))
            .column(
                "puts/s : unchanged",
                row ->
                    unchanged
                        .map(base -> Repeats.ratio(throughput(row.repeats()), base.median()))
                        .orElse(Repeats.MISSING)));
  }

  private static Optional<Spread> throughput(Repeats repeats) {
    return repeats.spread(RunResult::throughputOpsPerSec);
  }

  private static DotPlot plot(
      String id, String title, List<Measured<Row>> rows, ToDoubleFunction<RunResult> millis) {
    return new DotPlot(
        id,
        title,
        "ms",
        rows.stream()
            .map(
                row ->
                    new DotPlot.Row(row.thing().name(), row.repeats().spread(millis).orElseThrow()))
            .toList());
  }

  private Table<Measured<Row>> elections() {
    List<Row> during = new ArrayList<>(Links.changes().stream().map(Row::of).toList());
    during.addAll(List.of(Row.members(), Row.snapshots()));
    return named("during", measured(during))
        .column("terms before", row -> each(row, StoreFigures.TERM_BEFORE))
        .column("terms after", row -> each(row, StoreFigures.TERM_AFTER))
        .column("runs with an election", row -> withElection(row.repeats()));
  }

  private static String each(Measured<Row> row, String figure) {
    return row.repeats().having(figure).each(Repeats.valueOf(figure));
  }

  private static String withElection(Repeats repeats) {
    long elected = repeats.runs().stream().filter(run -> StoreFigures.elections(run) > 0).count();
    return "%s of %s".formatted(elected, repeats.count());
  }

  private Table<Measured<Row>> members() {
    return ended(
        puts(
            named("change", measured(List.of(Row.members())))
                .column("add ms", row -> row.repeats().whole(StoreFigures.ADD_MILLIS))
                .column("remove ms", row -> row.repeats().whole(StoreFigures.REMOVE_MILLIS))));
  }
}
