package dev.flotilla.bench.harness.report;

import dev.flotilla.bench.harness.paired.ColdStart;
import dev.flotilla.bench.harness.paired.PairedRatio;
import dev.flotilla.bench.harness.paired.Window;
import dev.flotilla.bench.harness.stats.Bootstrap;
import dev.flotilla.bench.harness.stats.Estimate;
import dev.flotilla.bench.harness.stats.Median;
import dev.flotilla.bench.harness.stats.Spread;
import dev.flotilla.bench.result.LostRun;
import dev.flotilla.bench.result.RunResult;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Everything that was measured into one directory.
 *
 * <p>A system that ran with several sets of JVM options ({@code zookeeper}, {@code
 * zookeeper@flotilla}) is one system here: in each cell the set with the highest median throughput
 * counts.
 *
 * @param directory where it comes from
 * @param lines the runs, with defaults for fields that they lack
 * @param runs those of them that have every field of this version
 * @param lost runs that lost a host with servers
 * @param windows paired windows
 * @param coldStarts how the systems came up to speed before the windows
 * @param about what stands for the systems
 * @param unreadable lines that could not be read
 * @param files names of the files that were read, without that of a compression
 */
record Results(
    Path directory,
    List<RunResult> lines,
    List<RunResult> runs,
    List<LostRun> lost,
    List<Window> windows,
    List<ColdStart> coldStarts,
    List<AboutSystem> about,
    int unreadable,
    List<String> files) {
  /** The mode of cells that come from paired windows. */
  static final String PAIRED = "paired";

  Results {
    lines = List.copyOf(lines);
    runs = List.copyOf(runs);
    lost = List.copyOf(lost);
    windows = List.copyOf(windows);
    coldStarts = List.copyOf(coldStarts);
    about = List.copyOf(about);
    files = List.copyOf(files);
  }

  /** Names of the systems, in the order in which they appear. */
  List<String> systems() {
    LinkedHashSet<String> found = new LinkedHashSet<>();
    lines.forEach(line -> found.add(RunLine.base(line.system())));
    windows.forEach(window -> found.add(RunLine.base(window.system())));
    return List.copyOf(found);
  }

  /** All cells, in order. */
  SortedSet<CellKey> cells() {
    SortedSet<CellKey> found = new TreeSet<>();
    lines.forEach(line -> found.add(CellKey.of(line)));
    windows.forEach(window -> found.add(CellKey.of(window)));
    return found;
  }

  /** Where the first system ran; empty if nothing says it. */
  Map<String, String> environment() {
    return about.isEmpty() ? Map.of() : about.get(0).environment();
  }

  boolean isPaper() {
    return preset().equals("paper");
  }

  /** The preset that planned the runs, empty if none. */
  String preset() {
    return lines.stream()
        .map(RunResult::preset)
        .filter(name -> !name.isEmpty())
        .findFirst()
        .orElse("");
  }

  /** The name under which the system does best in the cell. */
  Optional<String> bestVariant(String system, CellKey cell) {
    return Stream.concat(
            lines.stream().filter(line -> CellKey.of(line).equals(cell)).map(RunResult::system),
            windows.stream().filter(window -> CellKey.of(window).equals(cell)).map(Window::system))
        .distinct()
        .filter(variant -> RunLine.base(variant).equals(system))
        .max(Comparator.comparingDouble(variant -> throughputOf(variant, cell)));
  }

  private double throughputOf(String variant, CellKey cell) {
    double[] values =
        Stream.concat(
                runs(variant, cell).stream().map(RunResult::throughputOpsPerSec),
                windows(variant, cell).stream().map(Window::throughputOpsPerSec))
            .mapToDouble(Double::doubleValue)
            .toArray();
    return values.length == 0 ? 0 : Median.of(values);
  }

  private List<RunResult> runs(String variant, CellKey cell) {
    return lines.stream()
        .filter(
            line -> line.valid() && line.system().equals(variant) && CellKey.of(line).equals(cell))
        .toList();
  }

  private List<Window> windows(String variant, CellKey cell) {
    return windows.stream()
        .filter(window -> window.system().equals(variant) && CellKey.of(window).equals(cell))
        .toList();
  }

  /** The valid runs of a system in a cell, with the JVM options that suit it best. */
  List<RunResult> runsOf(String system, CellKey cell) {
    return bestVariant(system, cell).map(variant -> runs(variant, cell)).orElse(List.of());
  }

  /** The windows of a system in a cell, with the JVM options that suit it best. */
  List<Window> windowsOf(String system, CellKey cell) {
    return bestVariant(system, cell).map(variant -> windows(variant, cell)).orElse(List.of());
  }

  /** A figure over the repeats, empty if nothing was measured. */
  Optional<Spread> spread(String system, CellKey cell, Figure figure) {
    double[] values =
        cell.mode().startsWith(PAIRED)
            ? values(windowsOf(system, cell), figure.ofWindow())
            : values(runsOf(system, cell), figure.ofRun());
    return values.length == 0 ? Optional.empty() : Optional.of(Spread.of(values));
  }

  /**
   * What stands for the repeats in a figure: their average for the preset of the paper, which
   * averages its runs, and the median otherwise. A run with failures counts only if all of them
   * came before its commands had ended. Empty if nothing was measured.
   */
  OptionalDouble middle(String system, CellKey cell, Figure figure) {
    double[] values = counted(system, cell, figure);
    if (values.length == 0) {
      return OptionalDouble.empty();
    }
    return isPaper() ? Arrays.stream(values).average() : OptionalDouble.of(Median.of(values));
  }

  /** A figure of each repeat that counts. */
  double[] counted(String system, CellKey cell, Figure figure) {
    return cell.mode().startsWith(PAIRED)
        ? values(windowsOf(system, cell), figure.ofWindow())
        : values(countedRunsOf(system, cell), figure.ofRun());
  }

  /** The runs of a system in a cell in which everything failed in time that was to fail. */
  List<RunResult> countedRunsOf(String system, CellKey cell) {
    return runsOf(system, cell).stream()
        .filter(run -> cell.isWithoutFailure() || RunLine.hasAllKillsInTime(run))
        .toList();
  }

  /** Whether a run of the system had ended before a kill was due. */
  boolean endedBeforeAKill(String system, CellKey cell) {
    return runsOf(system, cell).stream().anyMatch(RunLine::endedBeforeAKill);
  }

  static <T> double[] values(List<T> from, ToDoubleFunction<T> figure) {
    return from.stream().mapToDouble(figure).toArray();
  }

  /** The ratio of one system to another in a cell, empty if one was not measured. */
  Optional<Estimate> ratio(String first, String other, CellKey cell, Figure figure) {
    if (!cell.mode().startsWith(PAIRED)) {
      double[] ours = values(runsOf(first, cell), figure.ofRun());
      double[] theirs = values(runsOf(other, cell), figure.ofRun());
      return ours.length == 0 || theirs.length == 0 || Median.of(theirs) == 0
          ? Optional.empty()
          : Optional.of(Bootstrap.ratioOfMedians(ours, theirs));
    }
    List<Window> ours = windowsOf(first, cell);
    List<Window> theirs = windowsOf(other, cell);
    if (ours.isEmpty() || theirs.isEmpty()) {
      return Optional.empty();
    }
    List<Window> both = Stream.concat(ours.stream(), theirs.stream()).toList();
    String numerator = ours.get(0).system();
    String denominator = theirs.get(0).system();
    return figure.isCost()
        ? PairedRatio.ofCosts(both, numerator, denominator, figure.ofWindow())
        : PairedRatio.of(both, numerator, denominator, figure.ofWindow());
  }
}
