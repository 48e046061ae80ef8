package dev.flotilla.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.testing.Sample;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Reads of older states in whole clusters, under every fault that seeds draw. */
@Tag("slow")
class StaleReadersTest {
  private static final int SEEDS = Integer.getInteger("sim.staleSeeds", Sample.of(48, 8));

  /** Enough for each planted bug; the hunt for one ends when it is found. */
  private static final int HUNTED_SEEDS = 48;

  private static final String NODE = "raft-node/src/main/java/dev/flotilla/node/";

  private static final List<Plant> PLANTS =
      List.of(
          Plant.of(
              "a bound is taken for eight times as long",
              NODE + "UnconfirmedReads.java",
              "nowNanos - confirmedSinceNanos <= wanted.maxAgeNanos()",
              "nowNanos - confirmedSinceNanos <= 8 * wanted.maxAgeNanos()",
              "bounded-staleness"),
          Plant.of(
              "whoever has been confirmed once is fresh for ever",
              NODE + "UnconfirmedReads.java",
              "nowNanos - confirmedSinceNanos <= wanted.maxAgeNanos()",
              "confirmedSinceNanos <= nowNanos",
              "bounded-staleness"),
          Plant.of(
                  "what a reader has seen is not heeded",
                  NODE + "Reads.java",
                  "new ApplyRequest.Answer(read, freshness.seenIndex())",
                  "new ApplyRequest.Answer(read, 0)",
                  "monotonic-read")
              .and(
                  NODE + "Reads.java",
                  "&& freshness.seenIndex() <= Math.max(now.commitIndex(),"
                      + " queues.appliedIndex.get())",
                  ""));

  @Test
  void staleReadsKeepTheirBoundAndNeverGoBack() {
    List<StaleReaders.Counts> runs =
        LongStream.rangeClosed(1, SEEDS).parallel().mapToObj(StaleProbe::run).toList();
    int bounded = runs.stream().mapToInt(StaleReaders.Counts::bounded).sum();
    int local = runs.stream().mapToInt(StaleReaders.Counts::local).sum();
    int old = runs.stream().mapToInt(StaleReaders.Counts::old).sum();
    System.out.printf(
        "stale reads: %d seeds, %d bounded, %d local, %d of an older state%n",
        SEEDS, bounded, local, old);
    // Were none of them old, nothing would be tried.
    assertThat(bounded).isGreaterThan(20 * SEEDS);
    assertThat(local).isGreaterThan(20 * SEEDS);
    assertThat(old).isGreaterThan(SEEDS);
  }

  @Test
  void aBrokenBoundAndAReadThatGoesBackAreCaught() throws Exception {
    for (Plant plant : PLANTS) {
      try (PlantedClasses classes = PlantedClasses.with(plant)) {
        LongFunction<String> probe = probe(classes);
        String violation = "";
        for (long seed = 1; seed <= HUNTED_SEEDS && violation.isEmpty(); seed++) {
          violation = probe.apply(seed);
        }
        assertThat(violation).as(plant.name()).startsWith(plant.caughtBy().iterator().next());
      }
    }
  }

  @SuppressWarnings("unchecked")
  private static LongFunction<String> probe(PlantedClasses classes)
      throws ReflectiveOperationException {
    return (LongFunction<String>)
        classes.loadClass(StaleProbe.class.getName()).getConstructor().newInstance();
  }
}
