package dev.flotilla.systemtests.hostile;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toMap;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Every case, in the order of {@code cases.tsv}, in which they run: what changes little first. Rows
 * 1 to 10 are the rules of docs/security.md; m1 to m6 what was measured from outside: connections,
 * Hellos, addresses, Probes, Host and Origin, leniency; reader what a reader of the sources tried;
 * fuzz needs no servers.
 */
final class Corpus {
  private Corpus() {}

  /**
   * All of them.
   *
   * @throws IllegalStateException if cases.tsv and what is sent do not fit
   */
  static List<HostileCase> cases() {
    Attacks attacks = new Attacks();
    Stream.<Consumer<Attacks>>of(
            TextCases::addTo,
            XmlCases::addTo,
            ContractCases::addTo,
            NumberCases::addTo,
            PeerCases::addTo,
            DiscoveryCases::addTo,
            ConnectionCases::addTo,
            NetworkCases::addTo,
            WorkCases::addTo,
            AttemptCases::addTo,
            MessageAttempts::addTo,
            ForgedAttempts::addTo,
            GroupCases::addTo,
            FuzzCases::addTo)
        .forEach(each -> each.accept(attacks));
    List<HostileCase> cases =
        lines().filter(line -> !line.startsWith("#")).map(attacks::complete).toList();
    attacks.requireNone();
    return cases;
  }

  /** What each row is about. */
  static Map<String, String> titles() {
    return lines()
        .filter(line -> line.startsWith("#"))
        .map(line -> line.split("\t", -1))
        .collect(toMap(parts -> parts[1], parts -> parts[2]));
  }

  private static Stream<String> lines() {
    try (InputStream in = Corpus.class.getResourceAsStream("cases.tsv")) {
      return new String(requireNonNull(in).readAllBytes(), UTF_8).lines();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
