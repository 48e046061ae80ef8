package dev.flotilla.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whole groups on machines with too much work. */
@Tag("slow")
class SlowMachinesTest {
  private static final int SEEDS = Integer.getInteger("sim.slowSeeds", 16);
  private static final String CORE = "raft-core/src/main/java/dev/flotilla/raft/";
  private static final String RULE = "a-leader-that-lives-keeps-leading";

  private static final List<Plant> PLANTS =
      List.of(
          Plant.of(
              "an election timeout is never stretched",
              CORE + "quorum/ElectionTimeout.java",
              "Math.max(1, Math.min(most, wanted))",
              "1",
              RULE));

  @Test
  void aLeaderOnASlowMachineKeepsLeading() {
    List<Long> commands =
        LongStream.rangeClosed(1, SEEDS).parallel().mapToObj(SlowProbe::run).toList();

    assertThat(commands).allSatisfy(it -> assertThat(it).isGreaterThan(100));
  }

  @Test
  void leadersThatAreGivenUpTooSoonAreCaught() throws Exception {
    for (Plant plant : PLANTS) {
      try (PlantedClasses classes = PlantedClasses.with(plant)) {
        LongFunction<String> probe = probe(classes);
        String violation = "";
        for (long seed = 1; seed <= SEEDS && violation.isEmpty(); seed++) {
          violation = probe.apply(seed);
        }
        assertThat(violation).as(plant.name()).startsWith(RULE);
      }
    }
  }

  @SuppressWarnings("unchecked")
  private static LongFunction<String> probe(PlantedClasses classes)
      throws ReflectiveOperationException {
    return (LongFunction<String>)
        classes.loadClass(SlowProbe.class.getName()).getConstructor().newInstance();
  }
}
