package dev.flotilla.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.testing.Sample;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Each planted bug is caught. The seed that is known to find it is tried first (plant-seeds.txt);
 * if it does not any more, all from 1 on, and what then belongs into that file is printed. {@code
 * -Dplant.known=false} hunts for all of them like that, and prints the table of
 * docs/evidence/planted-bugs.md. {@code -Dplant=REGEX} runs those whose names match, {@code
 * -Dplant.seeds=N} tries more or fewer seeds. Without {@code -Dplant.every=1} it hunts for every
 * eighth only, and checks of the others that they fit the sources; {@code system-tests/simulation
 * plants} hunts for all.
 */
@Tag("slow")
@Tag("plants")
class PlantTest {
  private static final long MAX_SEEDS = Long.getLong("plant.seeds", 500);
  private static final int EVERY = Integer.getInteger("plant.every", Sample.of(8, 60));
  private static final String ONLY = System.getProperty("plant", "");
  private static final boolean IS_KNOWN_TRIED =
      Boolean.parseBoolean(System.getProperty("plant.known", "true"));

  /** How a bug was found; the violation is empty if it was not. */
  private record Hunt(Plant plant, long seeds, String violation) {
    String invariant() {
      return violation.substring(0, Math.max(0, violation.indexOf(':')));
    }

    /** What production has noticed by itself is as good as any check of ours. */
    boolean isCaught() {
      return plant.caughtBy().contains(invariant())
          || invariant().equals("no-contradictions")
          || (invariant().equals("no-server-stops") && violation.contains("InvariantViolation"));
    }

    String row() {
      return "| %s | %d | %s |".formatted(plant, seeds, invariant());
    }
  }

  @Test
  void everyPlantThatIsHuntedIsCaught() throws Exception {
    List<Hunt> hunts = hunts();
    hunts.forEach(hunt -> System.out.println(hunt.row()));
    assertThat(hunts)
        .isNotEmpty()
        .allSatisfy(
            hunt ->
                assertThat(hunt.isCaught())
                    .as("%s, within %d seeds: %s", hunt.plant(), hunt.seeds(), hunt.violation())
                    .isTrue());
  }

  @Test
  @Tag("full")
  void thePlantsThatNobodyNoticesYetFitTheSources() throws Exception {
    for (Plant plant : UnnoticedPlants.ALL) {
      PlantedClasses.with(plant).close();
    }
  }

  @Test
  void aPlantThatDoesNotFitTheSourcesIsNamed() {
    Plant stale =
        Plant.of(
            "of the past",
            "raft-core/src/main/java/dev/flotilla/raft/quorum/Quorum.java",
            "return voters.size();",
            "return 0;");
    assertThatThrownBy(() -> PlantedClasses.with(stale))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("the plant 'of the past' no longer fits")
        .hasMessageContaining("Quorum.java")
        .hasMessageContaining("return voters.size();");
  }

  /** All that must be noticed; or those that are asked for, noticed yet or not. */
  private static Stream<Plant> named() {
    return ONLY.isEmpty()
        ? Plants.ALL.stream()
        : Stream.concat(Plants.ALL.stream(), UnnoticedPlants.ALL.stream())
            .filter(plant -> plant.name().matches(".*(" + ONLY + ").*"));
  }

  private static List<Hunt> hunts() throws Exception {
    // One that does not fit is told at once, and not after minutes of hunting the others.
    List<Callable<Hunt>> tasks = new ArrayList<>();
    Map<String, Long> known = IS_KNOWN_TRIED ? knownSeeds() : Map.of();
    List<Plant> plants = named().toList();
    for (int i = 0; i < plants.size(); i++) {
      Plant plant = plants.get(i);
      var unused = PlantedClasses.sources(plant);
      if (i % EVERY == 0 || !ONLY.isEmpty()) {
        tasks.add(() -> hunt(plant, Optional.ofNullable(known.get(plant.name()))));
      }
    }
    ExecutorService threads =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
    try {
      List<Hunt> hunts = new ArrayList<>();
      for (Future<Hunt> ended : threads.invokeAll(tasks)) {
        hunts.add(ended.get());
      }
      return hunts;
    } finally {
      threads.shutdown();
    }
  }

  private static Map<String, Long> knownSeeds() throws IOException {
    Map<String, Long> known = new HashMap<>();
    try (InputStream text =
        Objects.requireNonNull(PlantTest.class.getResourceAsStream("plant-seeds.txt"))) {
      for (String line : new String(text.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
        int space = line.indexOf(' ');
        known.put(line.substring(space + 1), Long.valueOf(line.substring(0, space)));
      }
    }
    return known;
  }

  private static Hunt hunt(Plant plant, Optional<Long> known) throws Exception {
    try (PlantedClasses classes = PlantedClasses.with(plant)) {
      LongFunction<String> probe = probe(classes);
      if (known.isPresent()) {
        Hunt hunt = new Hunt(plant, known.get(), probe.apply(known.get()));
        if (hunt.isCaught()) {
          return hunt;
        }
      }
      Hunt hunt = hunt(plant, probe);
      System.out.println("plant-seeds.txt: " + hunt.seeds() + " " + plant);
      return hunt;
    }
  }

  private static Hunt hunt(Plant plant, LongFunction<String> probe) {
    for (long seed = 1; seed <= MAX_SEEDS; seed++) {
      String violation = probe.apply(seed);
      if (!violation.isEmpty()) {
        return new Hunt(plant, seed, violation);
      }
    }
    return new Hunt(plant, MAX_SEEDS, "");
  }

  @SuppressWarnings("unchecked")
  private static LongFunction<String> probe(PlantedClasses classes)
      throws ReflectiveOperationException {
    return (LongFunction<String>)
        classes.loadClass(SeedProbe.class.getName()).getConstructor().newInstance();
  }
}
