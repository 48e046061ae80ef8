package dev.flotilla.systemtests.hostile;

import static java.util.Map.entry;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Coverage-guided fuzzing of whatever reads what comes from the network. */
final class FuzzCases {
  static final String ROW = "fuzz";

  /** The classes that fuzz, by the names of the cases. */
  static final Map<String, String> TARGETS =
      Map.ofEntries(
          entry("fuzz-envelope", "dev.flotilla.raftdpws.wire.EnvelopeFuzz"),
          entry("fuzz-discovery", "dev.flotilla.dpws.discovery.DiscoveryFuzz"),
          entry("fuzz-peer", "dev.flotilla.raftdpws.wire.PeerMessageFuzz"),
          entry("fuzz-template", "dev.flotilla.raftdpws.wire.TemplateFuzz"),
          entry("fuzz-http", "dev.flotilla.dpws.http.EndpointFuzz"),
          entry("fuzz-caller", "dev.flotilla.dpws.http.client.CallerFuzz"),
          entry("fuzz-gateway", "dev.flotilla.gateway.http.RequestParserFuzz"));

  private FuzzCases() {}

  static void addTo(Attacks all) {
    TARGETS.forEach((name, target) -> all.own(name, arena -> arena.start().fuzzer().run(target)));
  }

  /** Runs a case without servers. */
  static Row run(HostileCase each, Fuzzer fuzzer) throws InterruptedException {
    try {
      String answer = fuzzer.run(TARGETS.getOrDefault(each.name(), ""));
      return new Row(each.row(), each.name(), answer, "none", List.of());
    } catch (IOException e) {
      List<String> problems = List.of(String.valueOf(e.getMessage()));
      return new Row(each.row(), each.name(), "failed", "none", problems);
    }
  }
}
