package dev.flotilla.bench.harness.gateway;

import dev.flotilla.bench.harness.Cell;
import dev.flotilla.bench.harness.CellProcedure;
import dev.flotilla.bench.harness.ExperimentPlan;
import dev.flotilla.bench.harness.Laboratory;
import dev.flotilla.bench.harness.Preset;
import dev.flotilla.bench.harness.section.Section;
import dev.flotilla.bench.result.RunResult;
import java.util.List;

/**
 * A gateway without a log and with each kind of log, beside one that dispatches nothing again, and
 * beside Apache httpd if it is installed; then web servers that are killed under load.
 *
 * <p>Clients, gateway, web servers and the group are processes of one machine, or each on a host
 * that it emulates.
 *
 * <p><b>Thread.</b> Any thread: it has no state.
 */
public final class GatewayPreset implements Preset {
  static final String NAME = "gateway";

  private final GatewaySettings whole;
  private final GatewaySettings quick;

  /** The preset of this checkout. */
  public GatewayPreset() {
    this(GatewaySettings.WHOLE, GatewaySettings.QUICK);
  }

  GatewayPreset(GatewaySettings whole, GatewaySettings quick) {
    this.whole = whole;
    this.quick = quick;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<String> systems(List<String> asked) {
    if (!asked.contains(GatewayCell.SYSTEM)) {
      throw new IllegalArgumentException(
          "--systems names %s; --preset %s measures %s only; leave out --systems"
              .formatted(String.join(", ", asked), NAME, GatewayCell.SYSTEM));
    }
    return List.of(GatewayCell.SYSTEM);
  }

  @Override
  public boolean usesAgents() {
    return false;
  }

  @Override
  public int validRuns(ExperimentPlan plan) {
    return 1;
  }

  @Override
  public List<Cell> cells(ExperimentPlan plan) {
    boolean hasHttpd = Httpd.find().isPresent();
    return GatewayCell.all(settings(plan)).stream()
        .filter(cell -> hasHttpd || cell.mode() != GatewayMode.HTTPD)
        .map(GatewayCell::cell)
        .toList();
  }

  @Override
  public CellProcedure procedure(ExperimentPlan plan, Laboratory laboratory) {
    return new GatewayProcedure(settings(plan), laboratory);
  }

  @Override
  public List<Section> sections(List<RunResult> results) {
    return new GatewaySections(results).all();
  }

  private GatewaySettings settings(ExperimentPlan plan) {
    return plan.quick() ? quick : whole;
  }
}
