package dev.flotilla.systemtests.hostile;

import java.util.List;
import java.util.stream.Stream;

/**
 * Every case, in the order in which they run: what changes little first. Rows 1 to 10 are the rules
 * of docs/security.md; m1 to m6 what was measured from outside: connections, Hellos, addresses,
 * Probes, Host and Origin, leniency; reader what a reader of the sources tried; fuzz needs no
 * servers.
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
            AttemptCases.cases(),
            MessageAttempts.cases(),
            ForgedAttempts.cases(),
            GroupCases.cases(),
            FuzzCases.cases())
        .flatMap(List::stream)
        .toList();
  }

  /**
   * The cases of some rows, or of some names, or all if nothing is named.
   *
   * @throws UnknownName if there is no such row or case
   */
  static List<HostileCase> named(List<String> names) {
    List<HostileCase> all = cases();
    for (String name : names) {
      if (all.stream().noneMatch(each -> isNamed(each, name))) {
        throw new UnknownName(name, all.stream().map(HostileCase::row).distinct().toList());
      }
    }
    return all.stream()
        .filter(each -> names.isEmpty() || names.stream().anyMatch(name -> isNamed(each, name)))
        .toList();
  }

  private static boolean isNamed(HostileCase each, String name) {
    return each.row().equals(name) || each.name().equals(name);
  }

  /** A name that no case has. */
  static final class UnknownName extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    UnknownName(String name, List<String> rows) {
      super(
          "there is no row or case '%s'; the rows are %s, and 'list' prints the cases"
              .formatted(name, String.join(" ", rows)));
    }
  }
}
