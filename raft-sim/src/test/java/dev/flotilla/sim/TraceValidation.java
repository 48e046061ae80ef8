package dev.flotilla.sim;

import dev.flotilla.sim.TraceAlterations.Alteration;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Asks TLC whether recorded traces, and altered ones, are behaviours of the specification. */
final class TraceValidation {
  private static final Pattern LINE = Pattern.compile("<<\"reached\", (\\d+), (\\d+), (\\d+)>>");

  private static final int ALTERATIONS = 3;

  private final List<RecordedTrace> traces;
  private final List<List<Alteration>> alterations;
  private final List<String> surprises = new ArrayList<>();
  private final List<String> verdicts = new ArrayList<>();
  private final Map<String, Integer> rejected = new TreeMap<>();
  private int accepted;

  /**
   * Prepares it.
   *
   * @param traces all of one number of founders
   */
  TraceValidation(List<RecordedTrace> traces) {
    this.traces = traces;
    this.alterations = traces.stream().map(it -> new TraceAlterations(it).all()).toList();
  }

  int accepted() {
    return accepted;
  }

  int rejected() {
    return rejected.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** How many altered traces were rejected, by the kind of alteration. */
  Map<String, Integer> rejectedByKind() {
    return rejected;
  }

  /** What became of each trace and of each altered one, one line each. */
  List<String> verdicts() {
    return verdicts;
  }

  /** Recorded traces that are no behaviours, and altered ones that are. */
  List<String> surprises() {
    return surprises;
  }

  /** Runs TLC in an empty directory. */
  void run(Path directory) {
    Tlc tlc = new Tlc(directory);
    tlc.write("Recorded.tla", module());
    String output = tlc.check("TraceRaft", configuration());
    if (!output.contains("No error has been found")) {
      throw new IllegalStateException("TLC did not come to an end:\n" + output);
    }
    int[][] reached = new int[traces.size()][1 + ALTERATIONS];
    Matcher line = LINE.matcher(output);
    while (line.find()) {
      reached[number(line, 1) - 1][number(line, 2)] = number(line, 3);
    }
    for (int trace = 0; trace < reached.length; trace++) {
      for (int alteration = 0; alteration <= ALTERATIONS; alteration++) {
        judge(trace, alteration, reached[trace][alteration]);
      }
    }
  }

  /** An altered trace must fit until the altered place, and then fail. */
  private void judge(int trace, int alteration, int reached) {
    RecordedTrace of = traces.get(trace);
    int events = of.events().size();
    if (alteration == 0) {
      if (reached == events) {
        accepted++;
        verdicts.add(of.summary() + ": accepted");
      } else {
        surprises.add(
            "seed %d: rejected after %d of %d events, at %s"
                .formatted(of.seed(), reached, events, of.text().event(of.events().get(reached))));
      }
      return;
    }
    Alteration what = alterations.get(trace).get(alteration - 1);
    if (reached < events && reached >= what.at() - 1) {
      rejected.merge(what.what(), 1, Integer::sum);
      verdicts.add(
          "  %s, event %d: rejected after %d events".formatted(what.what(), what.at(), reached));
    } else {
      surprises.add(
          "seed %d with %s: %d of %d events fit".formatted(of.seed(), what, reached, events));
    }
  }

  private static int number(Matcher line, int group) {
    return Integer.parseInt(line.group(group));
  }

  private String module() {
    return String.join(
        "\n",
        "---- MODULE Recorded ----",
        "EXTENDS Naturals",
        "Traces == "
            + TraceText.tuple(traces, it -> TraceText.tuple(it.events(), it.text()::event)),
        "Messages == "
            + TraceText.tuple(traces, it -> TraceText.tuple(it.messages(), it.text()::message)),
        "Alterations == "
            + TraceText.tuple(
                alterations,
                it ->
                    TraceText.tuple(
                        it,
                        other -> "[at |-> " + other.at() + ", event |-> " + other.text() + "]")),
        "====",
        "");
  }

  private String configuration() {
    long maxTerm =
        traces.stream()
            .flatMap(it -> it.messages().stream())
            .mapToLong(it -> it.message().term())
            .max()
            .orElse(1);
    int everybody = traces.stream().mapToInt(it -> it.numbers().size()).max().orElse(0);
    String servers = numbers(everybody);
    return String.join(
        "\n",
        "SPECIFICATION TraceSpec",
        "CONSTANTS",
        "  Server = " + servers,
        "  Founders = " + numbers(traces.get(0).servers()),
        "  Nobody = Nobody",
        "  MaxTerm = " + maxTerm,
        "  MaxLog = 0",
        "  MaxCrashes = 1000000",
        "  WriteBehind = " + servers,
        "  MaxOutstanding = 1000000",
        "  Goals = {}",
        "  Reads = 0",
        "  Plant = \"none\"",
        "");
  }

  private static String numbers(int servers) {
    return IntStream.range(0, servers)
        .mapToObj(String::valueOf)
        .collect(Collectors.joining(", ", "{", "}"));
  }
}
