package dev.flotilla.bench.harness.report;

import dev.flotilla.bench.harness.paired.Window;
import dev.flotilla.bench.result.RunResult;
import java.util.Comparator;
import java.util.List;

/**
 * What is measured in one cell, whatever the system.
 *
 * @param servers server processes
 * @param clients clients
 * @param scenario failures in the paper's words, {@code 0E} for none
 * @param trigger what decides when a server is killed: {@code none}, {@code clock} or {@code
 *     progress}
 * @param mode how it is measured: {@code paper}, {@code steady}, {@code paired}
 */
record CellKey(int servers, int clients, String scenario, String trigger, String mode)
    implements Comparable<CellKey> {
  /** The scenario of a run without failures. */
  static final String NO_FAILURE = "0E";

  /** The trigger of a run without kills, and without the commands of those by progress. */
  static final String NONE = "none";

  /** The trigger of kills by progress. */
  static final String PROGRESS = "progress";

  private static final List<String> SCENARIOS = List.of(NO_FAILURE, "1F", "1L", "2F", "1F1L");
  private static final Comparator<CellKey> ORDER =
      Comparator.comparing(CellKey::mode)
          .thenComparingInt(CellKey::servers)
          .thenComparingInt(key -> SCENARIOS.indexOf(key.scenario))
          .thenComparing(CellKey::scenario)
          .thenComparing(CellKey::trigger)
          .thenComparingInt(CellKey::clients);

  /** The cell of a run. */
  static CellKey of(RunResult run) {
    return new CellKey(run.servers(), run.clients(), run.scenario(), run.trigger(), run.mode());
  }

  /** The cell of a paired window. */
  static CellKey of(Window window) {
    String mode =
        window.rate() == 0 ? Results.PAIRED : Results.PAIRED + " at " + window.rate() + "/s";
    return new CellKey(window.servers(), window.clients(), NO_FAILURE, NONE, mode);
  }

  @Override
  public int compareTo(CellKey other) {
    return ORDER.compare(this, other);
  }

  boolean isWithoutFailure() {
    return scenario.equals(NO_FAILURE);
  }

  /** The cell without its number of clients: a row of the first table. */
  CellKey row() {
    return new CellKey(servers, 0, scenario, trigger, mode);
  }

  CellKey withClients(int count) {
    return new CellKey(servers, count, scenario, trigger, mode);
  }

  /** Whether nothing fails, and each client has the usual number of commands. */
  boolean isPlain() {
    return isWithoutFailure() && trigger.equals(NONE);
  }

  /** The cell without failures that has as many commands: what a failure is compared with. */
  CellKey baseline() {
    String commands = trigger.equals(PROGRESS) ? PROGRESS : NONE;
    return new CellKey(servers, clients, NO_FAILURE, commands, mode);
  }

  CellKey withServers(int count) {
    return new CellKey(count, clients, scenario, trigger, mode);
  }

  /** Such as {@code 3 servers, 1L by clock, paper}. */
  String rowText() {
    String failure =
        isPlain() ? "" : ", " + scenario + (trigger.equals(NONE) ? "" : " by " + trigger);
    return servers(servers) + failure + ", " + mode;
  }

  /** Such as {@code 3 servers}. */
  static String servers(int count) {
    return count + (count == 1 ? " server" : " servers");
  }

  /** Such as {@code 25 clients}. */
  static String clients(int count) {
    return count + (count == 1 ? " client" : " clients");
  }

  /** Such as {@code 3 servers, 1L by clock, paper, 25 clients}. */
  String text() {
    return rowText() + ", " + clients(clients);
  }
}
