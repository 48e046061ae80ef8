package dev.flotilla.bench.harness.order;

import dev.flotilla.bench.harness.report.Verdict;
import dev.flotilla.bench.harness.section.Repeats;
import dev.flotilla.bench.harness.section.Section;
import dev.flotilla.bench.harness.section.Table;
import dev.flotilla.bench.harness.stats.RisingLine;
import dev.flotilla.bench.harness.stats.Spread;
import dev.flotilla.order.request.RequestCase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.DoublePredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The findings of the thesis, each beside what was measured here. */
final class OrderFindings {
  private static final int USUAL = OrderSettings.USUAL_BYTES;
  private static final String TIME = OrderFigures.broadcastMicros(USUAL);
  private static final String PING = OrderFigures.pingMicros(USUAL);
  private static final String IS_OURS = "not in the thesis";

  /** So much of the variance a straight line must explain. */
  private static final double LINEAR = 0.9;

  /** So far from the size that the thesis names a measured one may be: its own tables are, too. */
  private static final double TOLERANCE = 0.4;

  /** How many times as long a message takes, at least, where the thesis sees a jump. */
  private static final double JUMP = 1.25;

  private final OrderResults results;
  private final List<Finding> findings = new ArrayList<>();

  private record Finding(String words, String measured, String verdict) {}

  OrderFindings(OrderResults results) {
    this.results = results;
  }

  /** All findings for which enough was measured. */
  Section section() {
    protocols();
    growth();
    middlewares();
    predictions();
    jumps();
    saturation();
    requests();
    return new Section(
        "Findings of the thesis, %s bytes".formatted(USUAL),
        "A case is a middleware with a number of processes; where middlewares are compared, a"
            + " protocol with a number of processes. "
            + Verdict.WORDS
            + " The thesis is judged without SOAP and Raft, which it does not have. A number of"
            + " times as long agrees within 40 %, and never if it is faster: so far the thesis's own tables 4 to 6 are from"
            + " its words, and they stand behind ours. After the semicolon is the median, with"
            + " the smallest and the largest, of what decides: the slower time by the faster one,"
            + " measured by predicted, r2, the rate of a process in the largest group by that in"
            + " the smallest, the time in the sequencer by the mean of the others, or that of"
            + " case B by that of case A. Whether the sequencer is a bottleneck is not settled:"
            + " the rates fall without a sequencer, too, since all processes share the processors"
            + " of one machine.",
        Table.of(findings)
            .column("finding of 1998", Finding::words)
            .column("measured here", Finding::measured)
            .column("verdict", Finding::verdict));
  }

  private void protocols() {
    List<Pair> skeen = slowerProtocol(OrderProtocol.SKEEN, OrderProtocol.SEQUENCER);
    holds("sequencer is faster than skeen", skeen);
    holds(
        "skeen is faster than chandra-toueg",
        slowerProtocol(OrderProtocol.CHANDRA_TOUEG, OrderProtocol.SKEEN));
    takes("skeen takes 1.5 times as long as the sequencer, as predicted", skeen, 1.5);
    takes("skeen takes 1.4 times as long as the sequencer, as measured in 1998", skeen, 1.4);
    takes(
        "chandra-toueg takes 2.0 times as long as the sequencer, as predicted, and measured in 1998",
        slowerProtocol(OrderProtocol.CHANDRA_TOUEG, OrderProtocol.SEQUENCER),
        2);
  }

  private void middlewares() {
    for (String slower : List.of(OrderCell.CORBA, OrderCell.RMI)) {
      holds("TCP is faster than " + name(slower), slowerMiddleware(slower, OrderCell.SOCKETS));
    }
    holds("CORBA is faster than RMI", slowerMiddleware(OrderCell.RMI, OrderCell.CORBA));
    takesBySequencer(OrderCell.CORBA, 2.4);
    takesBySequencer(OrderCell.RMI, 2.8);
    for (String faster : List.of(OrderCell.RMI, OrderCell.CORBA)) {
      ours(
          name(faster) + " is faster than SOAP",
          "cases",
          ratios(slowerMiddleware(OrderCell.SOAP, faster)));
    }
  }

  private void takesBySequencer(String middleware, double times) {
    takes(
        "by the sequencer, %s takes %s times as long as TCP".formatted(name(middleware), times),
        slowerMiddleware(middleware, OrderCell.SOCKETS).stream()
            .filter(pair -> pair.fast.protocol() == OrderProtocol.SEQUENCER)
            .toList(),
        times);
  }

  private static String name(String middleware) {
    return middleware.toUpperCase(Locale.ROOT);
  }

  /** Two cells of which the thesis finds one faster. */
  private record Pair(OrderCell slow, OrderCell fast) {}

  private List<Pair> slowerProtocol(OrderProtocol slow, OrderProtocol fast) {
    return cells(fast).map(cell -> new Pair(cell.with(slow), cell)).toList();
  }

  private List<Pair> slowerMiddleware(String slow, String fast) {
    return ThesisValues.protocols().stream()
        .flatMap(protocol -> results.cells(protocol, fast).stream())
        .map(cell -> new Pair(cell.on(slow), cell))
        .toList();
  }

  /** The cells of a protocol on the middlewares of the thesis. */
  private Stream<OrderCell> cells(OrderProtocol protocol) {
    return ThesisValues.middlewares().stream()
        .flatMap(middleware -> results.cells(protocol, middleware).stream());
  }

  private List<Double> ratios(List<Pair> pairs) {
    return ratios(pairs, cell -> results.median(cell, TIME));
  }

  /** The slower time by the faster one, of those pairs that have both. */
  private static List<Double> ratios(List<Pair> pairs, Function<OrderCell, Optional<Double>> time) {
    return pairs.stream()
        .flatMap(
            pair ->
                time
                    .apply(pair.slow)
                    .flatMap(slow -> time.apply(pair.fast).map(fast -> slow / fast))
                    .stream())
        .toList();
  }

  private void growth() {
    List<Double> explained = new ArrayList<>();
    for (OrderProtocol protocol : ThesisValues.protocols()) {
      for (String middleware : ThesisValues.middlewares()) {
        List<OrderCell> cells = results.cells(protocol, middleware);
        double share = RisingLine.explained(cells, OrderCell::processes, this::time);
        if (!Double.isNaN(share)) {
          explained.add(share);
        }
      }
    }
    count(
        "the time grows in a straight line with the processes (r2 at least 0.9)",
        "pairs of protocol and middleware",
        explained,
        share -> share >= LINEAR);
  }

  private double time(OrderCell cell) {
    return results.median(cell, TIME).orElse(Double.NaN);
  }

  /** The thesis says it of one group. */
  private void predictions() {
    count(
        "on CORBA with 4 processes the prediction by messages is too low for each protocol",
        "cells",
        measuredByPredicted(
            cell -> cell.middleware().equals(OrderCell.CORBA) && cell.processes() == 4),
        ratio -> ratio > 1);
    ours(
        "on all middlewares the prediction by messages is too low",
        "cells",
        measuredByPredicted(cell -> true));
  }

  private List<Double> measuredByPredicted(Predicate<OrderCell> wanted) {
    return ThesisValues.protocols().stream()
        .flatMap(this::cells)
        .filter(wanted)
        .flatMap(
            cell ->
                results
                    .median(cell, PING)
                    .map(ping -> time(cell) / OrderSections.messagesMicros(cell, ping))
                    .stream())
        .toList();
  }

  private void jumps() {
    jump("RMI jumps at about 1,000 bytes", OrderCell.RMI, 500, 2_000);
    jump("TCP jumps at about 500 bytes", OrderCell.SOCKETS, USUAL, 1_000);
  }

  private void jump(String finding, String middleware, int below, int above) {
    OrderCell cell =
        new OrderCell(OrderProtocol.SEQUENCER, middleware, OrderSettings.USUAL_PROCESSES);
    Optional<Double> ratio =
        results.ratio(
            cell, OrderFigures.broadcastMicros(above), cell, OrderFigures.broadcastMicros(below));
    count(
        String.format(
            Locale.ROOT,
            "%s: by the sequencer %,d bytes take over %s times as long as %,d",
            finding,
            above,
            JUMP,
            below),
        "cells",
        ratio.stream().toList(),
        times -> times > JUMP);
  }

  /** Skeen's protocol is the control: nobody coordinates it. */
  private void saturation() {
    List<Double> ratios = saturation(OrderProtocol.SEQUENCER);
    if (!ratios.isEmpty()) {
      List<Double> control = saturation(OrderProtocol.SKEEN);
      String without = control.isEmpty() ? Repeats.MISSING : spread(control).text("%.2f");
      findings.add(
          new Finding(
              "the sequencer becomes a bottleneck: at once, each process gets less when more are added",
              "%s; without a sequencer (skeen) %s".formatted(spread(ratios).text("%.2f"), without),
              "not settled"));
    }
  }

  /** The rate of a process in the largest group by that in the smallest, of each middleware. */
  private List<Double> saturation(OrderProtocol protocol) {
    List<Double> ratios = new ArrayList<>();
    for (String middleware : ThesisValues.middlewares()) {
      List<OrderCell> cells = results.cells(protocol, middleware);
      if (cells.size() > 1) {
        ratios.add(
            results.perProcess(cells.get(cells.size() - 1)) / results.perProcess(cells.get(0)));
      }
    }
    return ratios;
  }

  private void requests() {
    RequestSections requests = new RequestSections(results);
    List<OrderCell> cells =
        results.cellsWithClients().stream().filter(ThesisValues::isItsOwn).toList();
    count(
        "clients outside of the group: case B is slower than case A",
        "cells",
        cells.stream().flatMap(cell -> requests.ratio(cell).stream()).toList(),
        ratio -> ratio > 1);
    List<OrderCell> saturated = requests.saturated().stream().filter(cells::contains).toList();
    count(
        "with 3 clients, the sequencer is slower than the other servers",
        "pairs of middleware and case A or B",
        saturated.stream()
            .flatMap(
                cell ->
                    Arrays.stream(RequestCase.values())
                        .flatMap(way -> requests.sequencerByOthers(cell, way).stream()))
            .toList(),
        ratio -> ratio > 1);
    count(
        "with 3 clients, the sequencer is slower than the others in case B more than in case A",
        "middlewares",
        saturated.stream()
            .flatMap(
                cell ->
                    requests
                        .sequencerByOthers(cell, RequestCase.B)
                        .flatMap(
                            asked ->
                                requests
                                    .sequencerByOthers(cell, RequestCase.A)
                                    .map(broadcast -> asked / broadcast))
                        .stream())
            .toList(),
        ratio -> ratio > 1);
  }

  private void holds(String finding, List<Pair> pairs) {
    count(finding, "cases", ratios(pairs), ratio -> ratio > 1);
  }

  /** A row about a size, which stands beside that of the thesis's own tables. */
  private void takes(String finding, List<Pair> pairs, double times) {
    List<Double> of1998 =
        ratios(pairs, cell -> ThesisValues.millis(cell).map(Integer::doubleValue));
    String behind = of1998.isEmpty() ? "" : " times, in 1998 " + spread(of1998).text("%.2f");
    count(
        finding,
        "cases",
        behind,
        ratios(pairs),
        ratio -> ratio > 1 && Math.abs(ratio / times - 1) <= TOLERANCE);
  }

  /** A row about something that the thesis does not say. */
  private void ours(String finding, String what, List<Double> values) {
    if (!values.isEmpty()) {
      Verdict verdict = verdict(values, ratio -> ratio > 1);
      findings.add(new Finding(finding, measured(values, what, "", verdict), IS_OURS));
    }
  }

  private void count(String finding, String what, List<Double> values, DoublePredicate holdsFor) {
    count(finding, what, "", values, holdsFor);
  }

  private void count(
      String finding, String what, String behind, List<Double> values, DoublePredicate holdsFor) {
    if (!values.isEmpty()) {
      Verdict verdict = verdict(values, holdsFor);
      findings.add(
          new Finding(finding, measured(values, what, behind, verdict), verdict.toString()));
    }
  }

  private static Verdict verdict(List<Double> values, DoublePredicate holdsFor) {
    return Verdict.of(
        values.stream()
            .mapToDouble(value -> Double.isNaN(value) ? Double.NaN : holdsFor.test(value) ? 1 : 0));
  }

  private static String measured(List<Double> values, String what, String behind, Verdict verdict) {
    return "in %s of %s %s; %s%s"
        .formatted(verdict.agreed(), verdict.all(), what, spread(values).text("%.2f"), behind);
  }

  private static Spread spread(List<Double> values) {
    return Spread.of(values.stream().mapToDouble(Double::doubleValue).toArray());
  }
}
