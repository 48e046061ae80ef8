package dev.flotilla.bench.harness.order;

import dev.flotilla.bench.harness.section.Repeats;
import dev.flotilla.bench.harness.section.Section;
import dev.flotilla.bench.harness.section.Table;
import dev.flotilla.order.request.RequestCase;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** The part of the report about clients outside of the group. */
final class RequestSections {
  private final OrderResults results;

  RequestSections(OrderResults results) {
    this.results = results;
  }

  /** Its sections; a section whose cells were not measured has no rows. */
  List<Section> all() {
    return List.of(requests(), inServers());
  }

  private Section requests() {
    Table table =
        new Table(
            List.of(
                "middleware",
                "protocol",
                "servers",
                "case A us",
                "case B us",
                "B : A",
                "A, requests/s",
                "B, requests/s"));
    for (OrderCell cell : results.cellsWithClients()) {
      table.add(
          List.of(
              cell.middleware(),
              cell.protocol().toString(),
              Integer.toString(cell.processes()),
              tenths(cell, RequestFigures.meanMicros(RequestCase.A)),
              tenths(cell, RequestFigures.meanMicros(RequestCase.B)),
              hundredths(ratio(cell)),
              whole(cell, RequestFigures.perSec(RequestCase.A)),
              whole(cell, RequestFigures.perSec(RequestCase.B))));
    }
    return new Section(
        "Requests of clients outside of the group (cases A and B)",
        ("In case A a client broadcasts a request of %s bytes to all servers itself, and waits for the"
                .formatted(OrderSettings.USUAL_BYTES)
            + " first reply. In case B it asks one server, which broadcasts in the group of the"
            + " servers, and replies when it has delivered. The times are means with one client; in"
            + " case B it asks the servers in turn. The rates are of %s clients, each of which"
                .formatted(OrderSettings.CLIENTS)
            + " sends one request after the other; in case B each asks another server."),
        table);
  }

  private Section inServers() {
    List<String> heads = new ArrayList<>(List.of("middleware", "case"));
    IntStream.range(0, OrderSettings.SATURATED_SERVERS)
        .forEach(server -> heads.add("server %s us".formatted(server)));
    heads.add("server 0 : others");
    Table table = new Table(heads);
    for (OrderCell cell : saturated()) {
      for (RequestCase way : RequestCase.values()) {
        List<String> row = new ArrayList<>(List.of(cell.middleware(), way.toString()));
        IntStream.range(0, OrderSettings.SATURATED_SERVERS)
            .forEach(server -> row.add(tenths(cell, RequestFigures.serverMicros(way, server))));
        row.add(hundredths(sequencerByOthers(cell, way)));
        table.add(row);
      }
    }
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
  private List<OrderCell> saturated() {
    return results.cellsWithClients().stream()
        .filter(cell -> cell.protocol() == OrderProtocol.SEQUENCER)
        .filter(cell -> cell.processes() == OrderSettings.SATURATED_SERVERS)
        .toList();
  }

  /** The time of a request in case B by that in case A. */
  Optional<Double> ratio(OrderCell cell) {
    return results
        .median(cell, RequestFigures.meanMicros(RequestCase.B))
        .flatMap(
            asked ->
                results
                    .median(cell, RequestFigures.meanMicros(RequestCase.A))
                    .map(broadcast -> asked / broadcast));
  }

  /** The time in the sequencer by the mean time in the others, of each middleware and case. */
  List<Double> sequencerByOthers() {
    List<Double> ratios = new ArrayList<>();
    for (OrderCell cell : saturated()) {
      for (RequestCase way : RequestCase.values()) {
        sequencerByOthers(cell, way).ifPresent(ratios::add);
      }
    }
    return ratios;
  }

  private Optional<Double> sequencerByOthers(OrderCell cell, RequestCase way) {
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

  private String tenths(OrderCell cell, String figure) {
    return Repeats.tenths(results.spread(cell, figure));
  }

  private String whole(OrderCell cell, String figure) {
    return Repeats.whole(results.spread(cell, figure));
  }

  private static String hundredths(Optional<Double> ratio) {
    return ratio.map(value -> String.format(Locale.ROOT, "%,.2f", value)).orElse(Repeats.MISSING);
  }
}
