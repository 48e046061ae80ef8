package dev.flotilla.bench.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VerdictTest {
  @Test
  void aFindingHoldsInAllSomeOrNoCells() {
    assertThat(verdict(1, 5, 3)).hasToString("reproduced: 2 of 2");
    assertThat(verdict(1, 5, -3, 0)).hasToString("in part: 1 of 3");
    assertThat(verdict(-1, 5, 3)).hasToString("contradicted: 0 of 2");
  }

  @Test
  void aCellWithoutAFigureDoesNotCount() {
    assertThat(verdict(1, Double.NaN)).hasToString("not measured");
    assertThat(verdict(1, Double.NaN, 4)).hasToString("reproduced: 1 of 1");
  }

  private static Verdict verdict(int expected, double... changes) {
    Verdict verdict = new Verdict();
    for (double change : changes) {
      verdict.count(change, expected);
    }
    return verdict;
  }
}
