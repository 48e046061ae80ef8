package dev.flotilla.bench.harness.order;

import dev.flotilla.bench.harness.section.Repeats;
import dev.flotilla.bench.harness.section.Section;
import dev.flotilla.bench.harness.section.Table;
import dev.flotilla.order.request.RequestCase;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The part of the report about clients outside of the group. */
final class RequestSections {
  private final OrderResults results;

  RequestSections(OrderResults results) {
    this.results = results;
  }

  private record CaseOfCell(OrderCell cell, RequestCase way) {
    static Stream<CaseOfCell> both(OrderCell cell) {
      return Arrays.stream(RequestCase.values()).map(way -> new CaseOfCell(cell, way));
    }
  }

  /** Its sections; a section whose cells were not measured has no rows. */
  List<Section> all() {
    return List.of(requests(), inServers());
  }

  private Section requests() {
    return new Section(
        "Requests of clients outside of the group (cases A and B)",
        ("In case A a client broadcasts a request of %s bytes to all servers itself, and waits for the"
                .formatted(OrderSettings.USUAL_BYTES)
            + " first reply. In case B it asks one server, which broadcasts in the group of the"
            + " servers, and replies when it has delivered. The times are means with one client; in"
            + " case B it asks the servers in turn. The rates are of %s clients, each of which"
                .formatted(OrderSettings.CLIENTS)
            + " sends one request after the other; in case B each asks another server."),
        Table.of(results.cellsWithClients())
            .column("middleware", OrderCell::middleware)
            .column("protocol", OrderCell::protocol)
            .column("servers", OrderCell::processes)
            .column(
                "case A us", cell -> results.tenths(cell, RequestFigures.meanMicros(RequestCase.A)))
            .column(
                "case B us", cell -> results.tenths(cell, RequestFigures.meanMicros(RequestCase.B)))
            .column("B : A", cell -> Repeats.text("%,.2f", ratio(cell)))
            .column(
                "A, requests/s", cell -> results.whole(cell, RequestFigures.perSec(RequestCase.A)))
            .column(
                "B, requests/s",
                cell -> results.whole(cell, RequestFigures.perSec(RequestCase.B))));
  }

  private Section inServers() {
    Table<CaseOfCell> table =
        Table.of(saturated().stream().flatMap(CaseOfCell::both).toList())
            .column("middleware", row -> row.cell().middleware())
            .column("case", CaseOfCell::way);
    IntStream.range(0, OrderSettings.SATURATED_SERVERS)
        .forEach(
            server ->
                table.column(
                    "server %s us".formatted(server),
                    row ->
                        results.tenths(
                            row.cell(), RequestFigures.serverMicros(row.way(), server))));
    table.column(
        "server 0 : others",
        row -> Repeats.text("%,.2f", sequencerByOthers(row.cell(), row.way())));
    return new Section(
        "Time in each server with %s clients and %s servers"
            .formatted(OrderSettings.CLIENTS, OrderSettings.SATURATED_SERVERS),
        "The mean time from the arrival of a client's request at a server to its delivery there, in the"
            + " sequencer's protocol. Server 0 is the sequencer: it delivers a request when it has"
            + " numbered it, and the others wait for the number. In case B only the server that a"
            + " client asks gets its request, so one server gets none.",
        table);
  }

  /** The cells of the thesis's figure 44. */
  List<OrderCell> saturated() {
    return results.cellsWithClients().stream()
        .filter(cell -> cell.protocol() == OrderProtocol.SEQUENCER)
        .filter(cell -> cell.processes() == OrderSettings.SATURATED_SERVERS)
        .toList();
  }

  /** The time of a request in case B by that in case A. */
  Optional<Double> ratio(OrderCell cell) {
    return results.ratio(
        cell,
        RequestFigures.meanMicros(RequestCase.B),
        cell,
        RequestFigures.meanMicros(RequestCase.A));
  }

  /** The time in the sequencer by the mean time in the other servers. */
  Optional<Double> sequencerByOthers(OrderCell cell, RequestCase way) {
    OptionalDouble others =
        IntStream.range(1, cell.processes())
            .mapToObj(server -> results.median(cell, RequestFigures.serverMicros(way, server)))
            .flatMap(Optional::stream)
            .mapToDouble(Double::doubleValue)
            .average();
    return others.isEmpty()
        ? Optional.empty()
        : results
            .median(cell, RequestFigures.serverMicros(way, 0))
            .map(first -> first / others.getAsDouble());
  }
}
