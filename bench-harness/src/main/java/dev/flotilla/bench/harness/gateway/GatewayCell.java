package dev.flotilla.bench.harness.gateway;

import dev.flotilla.bench.harness.Cell;
import dev.flotilla.bench.harness.Scenario;
import dev.flotilla.bench.harness.Trigger;
import dev.flotilla.bench.harness.section.Repeats;
import dev.flotilla.bench.result.RunResult;
import java.util.ArrayList;
import java.util.List;

/**
 * A gateway before some web servers.
 *
 * @param mode how it works
 * @param servers how many web servers there are
 * @param clients how many clients
 * @param kills whether web servers are killed
 */
record GatewayCell(GatewayMode mode, int servers, int clients, boolean kills) {
  static final String SYSTEM = "flotilla";

  /** All cells, in the order in which they are measured. */
  static List<GatewayCell> all(GatewaySettings settings) {
    List<GatewayCell> all = new ArrayList<>();
    for (int servers : settings.servers()) {
      for (int clients : settings.clients()) {
        for (GatewayMode mode : GatewayMode.values()) {
          all.add(new GatewayCell(mode, servers, clients, false));
        }
      }
    }
    all.addAll(underKills());
    return all;
  }

  /** Those with kills. */
  static List<GatewayCell> underKills() {
    List<GatewayCell> all = new ArrayList<>();
    for (GatewayMode mode : GatewayMode.values()) {
      all.add(
          new GatewayCell(mode, GatewaySettings.KILL_SERVERS, GatewaySettings.KILL_CLIENTS, true));
    }
    return all;
  }

  /** How many hosts it needs: each process has its own, the one with all clients is the last. */
  int hosts() {
    return 1 + servers + (mode.hasLog() ? GatewayPrograms.MEMBERS : 0) + 1;
  }

  /** The valid runs of it. */
  Repeats repeats(List<RunResult> results) {
    return Repeats.of(results, cell()::holds);
  }

  /** As the harness knows it. */
  Cell cell() {
    Scenario scenario = Scenario.named(mode + (kills ? "-with-kills" : ""));
    return new Cell(SYSTEM, servers, clients, scenario, Trigger.NONE);
  }
}
