package dev.flotilla.bench.harness.order;

import dev.flotilla.bench.harness.Cell;
import dev.flotilla.bench.harness.CellProcedure;
import dev.flotilla.bench.harness.ExperimentPlan;
import dev.flotilla.bench.harness.Laboratory;
import dev.flotilla.bench.harness.Preset;
import dev.flotilla.bench.harness.section.Section;
import dev.flotilla.bench.result.RunResult;
import java.util.List;

/**
 * Protocols of total order on middlewares, in a closed system of 2 to 6 processes, and with 3 or 4
 * servers and 3 clients outside of their group.
 *
 * <p>It measures the module {@code total-order} only, not Flotilla's servers. CORBA is measured if
 * its module is built.
 *
 * <p><b>Thread.</b> Any thread: it has no state.
 */
public final class OrderPreset implements Preset {
  static final String NAME = "total-order";

  private static final String SYSTEM = "flotilla";

  private final OrderSettings whole;
  private final OrderSettings quick;
  private final List<String> middlewares;

  /** The preset of this checkout. */
  public OrderPreset() {
    this(OrderSettings.WHOLE, OrderSettings.QUICK, OrderPrograms.middlewares());
  }

  OrderPreset(OrderSettings whole, OrderSettings quick, List<String> middlewares) {
    this.whole = whole;
    this.quick = quick;
    this.middlewares = List.copyOf(middlewares);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<String> systems(List<String> asked) {
    if (!asked.contains(SYSTEM)) {
      throw new IllegalArgumentException(
          "--systems names %s; --preset %s measures %s only; leave out --systems"
              .formatted(String.join(", ", asked), NAME, SYSTEM));
    }
    return List.of(SYSTEM);
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
    return OrderCell.all(settings(plan), middlewares).stream().map(OrderCell::cell).toList();
  }

  @Override
  public CellProcedure procedure(ExperimentPlan plan, Laboratory laboratory) {
    return new OrderProcedure(settings(plan), laboratory);
  }

  @Override
  public List<Section> sections(List<RunResult> results) {
    return new OrderSections(results).all();
  }

  private OrderSettings settings(ExperimentPlan plan) {
    return plan.quick() ? quick : whole;
  }
}
