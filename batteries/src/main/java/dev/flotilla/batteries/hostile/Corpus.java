package dev.flotilla.batteries.hostile;

import java.util.List;
import java.util.stream.Stream;

/**
 * Every case, in the order in which they run: what changes little first. Rows 1 to 10 are the rules
 * of docs/security.md; m1 to m6 what was measured from outside: connections, Hellos, addresses,
 * Probes, Host and Origin, leniency.
 */
final class Corpus {
  private Corpus() {}

  static List<HostileCase> cases() {
    return Stream.of(
            TextCases.cases(),
            XmlCases.cases(),
            ContractCases.cases(),
            NumberCases.cases(),
            PeerCases.cases(),
            DiscoveryCases.cases(),
            ConnectionCases.cases(),
            NetworkCases.cases(),
            WorkCases.cases(),
            GroupCases.cases())
        .flatMap(List::stream)
        .toList();
  }
}
