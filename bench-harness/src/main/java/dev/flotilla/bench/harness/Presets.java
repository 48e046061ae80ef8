package dev.flotilla.bench.harness;

import dev.flotilla.bench.harness.gateway.GatewayPreset;
import dev.flotilla.bench.harness.histories.HistoriesPreset;
import dev.flotilla.bench.harness.order.OrderPreset;
import dev.flotilla.bench.harness.section.Section;
import dev.flotilla.bench.harness.store.KvReport;
import dev.flotilla.bench.harness.store.Links;
import dev.flotilla.bench.result.RunResult;
import java.util.List;
import java.util.stream.Collectors;

/** The presets that there are. */
final class Presets {
  private static final List<Preset> ALL =
      List.of(
          PaperPreset.of(PaperTiming.PAPER),
          LockServicePreset.ofThisCheckout(),
          KvReport.preset(),
          Links.preset(),
          HistoriesPreset.of("flotilla"),
          GatewayPreset.ofThisCheckout(),
          OrderPreset.ofThisCheckout());

  private Presets() {}

  /** The sections of the report of that preset; none if there is no such preset. */
  static List<Section> sections(String name, List<RunResult> results) {
    return ALL.stream()
        .filter(preset -> preset.name().equals(name))
        .flatMap(preset -> preset.sections(results).stream())
        .toList();
  }

  /**
   * The preset of that name.
   *
   * @throws IllegalArgumentException if there is none; the message lists those that there are
   */
  static Preset find(String name) {
    return ALL.stream()
        .filter(preset -> preset.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "--preset is %s; known are: %s"
                        .formatted(
                            name,
                            ALL.stream().map(Preset::name).collect(Collectors.joining(", ")))));
  }
}
