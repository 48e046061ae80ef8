package dev.flotilla.bench.harness.order;

import dev.flotilla.bench.harness.section.Repeats;
import dev.flotilla.bench.harness.section.Section;
import dev.flotilla.bench.harness.section.Table;
import dev.flotilla.bench.harness.stats.RisingLine;
import dev.flotilla.bench.harness.stats.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/** The findings of the thesis, each beside what was measured here. */
final class OrderFindings {
  private static final String TIME = OrderFigures.broadcastMicros(OrderSettings.USUAL_BYTES);
  private static final String PING = OrderFigures.pingMicros(OrderSettings.USUAL_BYTES);

  /** So much of the variance a straight line must explain. */
  private static final double LINEAR = 0.9;

  /** So far from the predicted ratio a measured one may be. */
  private static final double TOLERANCE = 0.25;

  private static final int LEAST_POINTS = 3;

  private final OrderResults results;
  private final List<Finding> findings = new ArrayList<>();

  private record Finding(String words, String measured, String agrees) {}

  OrderFindings(OrderResults results) {
    this.results = results;
  }

  /** All findings for which enough was measured. */
  Section section() {
    protocols();
    growth();
    middlewares();
    predictions();
    saturation();
    requests();
    return new Section(
        "Findings of the thesis, %s bytes".formatted(OrderSettings.USUAL_BYTES),
        "A case is a middleware with a number of processes; where middlewares are compared, a"
            + " protocol with a number of processes. A finding agrees if it holds in all cases, and"
            + " mostly if in more than half. After the semicolon is the median, with the smallest and"
            + " the largest, of what decides: the slower time by the faster one, measured by"
            + " predicted, r2, the rate of a process in the largest group by that in the smallest, or"
            + " the time in the sequencer by the mean of the others."
            + " The thesis has no Raft, and no SOAP. Whether the sequencer is a bottleneck is not"
            + " settled: the rates fall without a sequencer, too, since all processes share the"
            + " processors of one machine.",
        Table.of(findings)
            .column("finding of 1998", Finding::words)
            .column("measured here", Finding::measured)
            .column("agrees", Finding::agrees));
  }

  private void protocols() {
    faster(OrderProtocol.SEQUENCER, OrderProtocol.SKEEN);
    faster(OrderProtocol.SKEEN, OrderProtocol.CHANDRA_TOUEG);
    slower(OrderProtocol.SKEEN, 1.5);
    slower(OrderProtocol.CHANDRA_TOUEG, 2);
  }

  private void faster(OrderProtocol one, OrderProtocol other) {
    count(
        "%s is faster than %s".formatted(one, other),
        "cases",
        results.cells(one).stream()
            .flatMap(cell -> ratio(cell.with(other), cell).stream())
            .toList(),
        ratio -> ratio > 1);
  }

  private void slower(OrderProtocol protocol, double predicted) {
    List<Double> ratios =
        results.cells(OrderProtocol.SEQUENCER).stream()
            .flatMap(cell -> ratio(cell.with(protocol), cell).stream())
            .toList();
    if (!ratios.isEmpty()) {
      Spread spread = spread(ratios);
      boolean agrees = Math.abs(spread.median() / predicted - 1) <= TOLERANCE;
      findings.add(
          new Finding(
              String.format(
                  Locale.ROOT, "%s takes %.1f times as long as the sequencer", protocol, predicted),
              spread.text("%.2f") + " times",
              agrees ? "yes" : "no"));
    }
  }

  private void growth() {
    List<Double> explained = new ArrayList<>();
    for (OrderProtocol protocol : ThesisValues.protocols()) {
      for (String middleware : results.middlewares()) {
        List<OrderCell> cells = results.cells(protocol, middleware);
        if (cells.size() >= LEAST_POINTS) {
          explained.add(RisingLine.explained(cells, OrderCell::processes, this::time));
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
    return results.median(cell, TIME).orElse(0.0);
  }

  private void middlewares() {
    fasterMiddleware(OrderCell.SOCKETS, OrderCell.CORBA, "");
    fasterMiddleware(OrderCell.SOCKETS, OrderCell.RMI, "");
    fasterMiddleware(OrderCell.CORBA, OrderCell.RMI, "");
    fasterMiddleware(OrderCell.RMI, OrderCell.SOAP, " (ours)");
    fasterMiddleware(OrderCell.CORBA, OrderCell.SOAP, " (ours)");
  }

  private void fasterMiddleware(String one, String other, String whose) {
    List<Double> ratios =
        ThesisValues.protocols().stream()
            .flatMap(protocol -> results.cells(protocol, one).stream())
            .flatMap(cell -> ratio(cell.on(other), cell).stream())
            .toList();
    count(
        "%s is faster than %s%s".formatted(name(one), name(other), whose),
        "cases",
        ratios,
        ratio -> ratio > 1);
  }

  private static String name(String middleware) {
    return middleware.equals(OrderCell.SOCKETS) ? "TCP" : middleware.toUpperCase(Locale.ROOT);
  }

  private void predictions() {
    List<Double> ratios = new ArrayList<>();
    for (OrderProtocol protocol : ThesisValues.protocols()) {
      for (OrderCell cell : results.cells(protocol)) {
        results
            .median(cell, PING)
            .map(ping -> time(cell) / OrderSections.messagesMicros(cell, ping))
            .ifPresent(ratios::add);
      }
    }
    count("the prediction by messages is too low", "cells", ratios, ratio -> ratio > 1);
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
    for (String middleware : results.middlewares()) {
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
    List<Double> slower =
        results.cellsWithClients().stream()
            .filter(cell -> ThesisValues.protocols().contains(cell.protocol()))
            .flatMap(cell -> requests.ratio(cell).stream())
            .toList();
    count(
        "clients outside of the group: case B is slower than case A",
        "cells",
        slower,
        ratio -> ratio > 1);
    count(
        "with 3 clients, the sequencer is slower than the other servers",
        "pairs of middleware and case A or B",
        requests.sequencerByOthers(),
        ratio -> ratio > 1);
  }

  private Optional<Double> ratio(OrderCell one, OrderCell other) {
    return results.ratio(one, TIME, other, TIME);
  }

  private void count(String finding, String what, List<Double> values, Predicate<Double> holdsFor) {
    if (!values.isEmpty()) {
      long holding = values.stream().filter(holdsFor).count();
      String measured =
          "in %s of %s %s; %s".formatted(holding, values.size(), what, spread(values).text("%.2f"));
      findings.add(new Finding(finding, measured, verdict(holding, values.size())));
    }
  }

  private static String verdict(long holding, int all) {
    if (holding == all) {
      return "yes";
    }
    return 2 * holding > all ? "mostly" : "no";
  }

  private static Spread spread(List<Double> values) {
    return Spread.of(values.stream().mapToDouble(Double::doubleValue).toArray());
  }
}
