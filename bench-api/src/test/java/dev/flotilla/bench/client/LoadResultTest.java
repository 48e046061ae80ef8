package dev.flotilla.bench.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LoadResultTest {
  @Test
  void survivesTheWayThroughALineOfText() throws Exception {
    LoadResult sent = new LoadResult(2, 5_000, Map.of("a b\n", 3L, "c", 4L), histogram(1_000, 77));

    LoadResult received = LoadResult.decode(sent.encode());

    assertThat(received.ops()).isEqualTo(2);
    assertThat(received.nanos()).isEqualTo(5_000);
    assertThat(received.errors()).isEqualTo(Map.of("a-b-", 3L, "c", 4L));
    assertThat(received.latencies()).isEqualTo(sent.latencies());
    assertThat(sent.encode().lines()).hasSize(1);
  }

  @Test
  void stretchesAddUp() {
    LoadResult first = new LoadResult(1, 1_000_000_000, Map.of("x", 1L), histogram(10));
    LoadResult second = new LoadResult(2, 500_000_000, Map.of("x", 1L, "y", 5L), histogram(20, 30));

    LoadResult both = first.plus(second);

    assertThat(both.throughputOpsPerSec()).isEqualTo(2);
    assertThat(both.errorCount()).isEqualTo(7);
    assertThat(both.latencies().getTotalCount()).isEqualTo(3);
    assertThat(first.latencies().getTotalCount()).isEqualTo(1);
  }

  @Test
  void nonsenseFromTheOtherSideIsAnInputError() {
    assertThatThrownBy(() -> LoadResult.decode("1 2 3")).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> LoadResult.decode("1 2 - !!!")).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> LoadResult.decode("x 2 - AAAA")).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> LoadResult.decode("1 2 nocolon AAAA")).isInstanceOf(IOException.class);
  }

  private static Histogram histogram(long... nanos) {
    Histogram histogram = LoadResult.newHistogram();
    for (long value : nanos) {
      histogram.recordValue(value);
    }
    return histogram;
  }
}
