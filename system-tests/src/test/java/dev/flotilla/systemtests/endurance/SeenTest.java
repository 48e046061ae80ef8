package dev.flotilla.systemtests.endurance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.systemtests.endurance.Seen.Bounds;
import dev.flotilla.systemtests.endurance.Seen.Look;
import dev.flotilla.systemtests.endurance.Seen.Usage;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The system test would notice. */
class SeenTest {
  private static final Bounds BOUNDS = new Bounds(100, 10, 200, 50, 300, 5_000);
  private static final Usage USUAL = new Usage(95, 200, 50, 300);

  @Test
  void whatStaysWithinItsBoundsIsFine() {
    assertThat(run(USUAL, USUAL).broken(BOUNDS)).isEmpty();
  }

  @Test
  void whatIsBeyondABoundIsSaidWithIt() {
    assertThat(run(USUAL, new Usage(101, 200, 50, 300)).broken(BOUNDS))
        .singleElement()
        .asString()
        .contains("101 bytes of heap", "at most 100");
    assertThat(run(USUAL, new Usage(95, 201, 50, 300)).broken(BOUNDS)).hasSize(1);
    assertThat(run(USUAL, new Usage(95, 200, 51, 300)).broken(BOUNDS)).hasSize(1);
    assertThat(run(USUAL, new Usage(95, 200, 50, 301)).broken(BOUNDS)).hasSize(1);
  }

  @Test
  void aHeapThatGrowsWithinItsBoundIsNoticedAllTheSame() {
    assertThat(run(new Usage(85, 0, 0, 0), new Usage(95, 0, 0, 0)).broken(BOUNDS)).isEmpty();
    assertThat(run(new Usage(84, 0, 0, 0), new Usage(95, 0, 0, 0)).broken(BOUNDS))
        .singleElement()
        .asString()
        .contains("11 bytes by which the heap grew");
  }

  @Test
  void aSlowRestartAndALossAreNoticed() {
    Seen seen = run(USUAL, USUAL);
    assertThat(new Seen(seen.looks(), List.of(4_000L, 3_000L, 5_000L), "").broken(BOUNDS))
        .isEmpty();
    assertThat(new Seen(seen.looks(), List.of(4_000L, 5_001L, 3_000L), "lost").broken(BOUNDS))
        .containsExactly("5,001 milliseconds to serve again, at most 5,000", "lost");
  }

  @Test
  void whatWasNotLookedAtIsNotWithinItsBound() {
    Seen seen = run(USUAL, USUAL);
    assertThat(new Seen(seen.looks(), List.of(), "").broken(BOUNDS))
        .containsExactly("milliseconds to serve again: not seen in so short a run");
    List<Look> last = seen.looks().subList(19, 20);
    assertThat(new Seen(last, List.of(1L), "").broken(BOUNDS))
        .containsExactly("bytes by which the heap grew: not seen in so short a run");
  }

  /** Of 20 looks, whose servers take one thing up to the middle and another from there on. */
  private static Seen run(Usage early, Usage late) {
    List<Look> looks =
        LongStream.rangeClosed(1, 20)
            .mapToObj(
                i -> new Look(i, i * 100, List.of(i == 1 ? USUAL : early, i <= 10 ? early : late)))
            .toList();
    return new Seen(looks, List.of(1L), "");
  }
}
