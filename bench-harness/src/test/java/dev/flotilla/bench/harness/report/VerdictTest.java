package dev.flotilla.bench.harness.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class VerdictTest {
  @Test
  void aFindingHoldsInAllSomeOrNoCells() {
    assertThat(verdict(5, 3)).hasToString("reproduced: 2 of 2");
    assertThat(verdict(5, -3, 0)).hasToString("in part: 1 of 3");
    assertThat(verdict(-5, -3)).hasToString("contradicted: 0 of 2");
  }

  @Test
  void aCellWithoutAFigureDoesNotCount() {
    assertThat(verdict(Double.NaN)).hasToString("not measured");
    assertThat(verdict(Double.NaN, 4)).hasToString("reproduced: 1 of 1");
  }

  private static Verdict verdict(double... agreements) {
    return Verdict.of(DoubleStream.of(agreements));
  }
}
