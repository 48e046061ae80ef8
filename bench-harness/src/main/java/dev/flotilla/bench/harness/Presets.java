package dev.flotilla.bench.harness;

import dev.flotilla.bench.harness.histories.HistoriesPreset;
import dev.flotilla.bench.harness.kvreport.KvReportPreset;
import dev.flotilla.bench.harness.links.LinksPreset;
import java.util.List;
import java.util.stream.Collectors;

/** The presets that there are. */
final class Presets {
  private static final List<Preset> ALL =
      List.of(
          new PaperPreset(),
          new LockServicePreset(),
          new KvReportPreset(),
          new LinksPreset(),
          new HistoriesPreset());

  private Presets() {}

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
