package dev.flotilla.bench.harness.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OrderFiguresTest {
  private static final List<String> FIRST =
      List.of(
          "12:00:00.000 WARN  something else",
          "kind,process,size,number,nanos",
          "free,0,100,4000,2000000000",
          "turns,0,100,300,1000000000",
          "ping,0,100,0,40000",
          "ping,0,100,1,60000",
          "ping,0,100,2,50000",
          "broadcast,0,100,0,100000",
          "broadcast,0,100,1,300000");

  private static final List<String> SECOND =
      List.of("kind,process,size,number,nanos", "broadcast,1,100,0,200000");

  @TempDir private Path directory;

  @Test
  void figuresAreOfTheRowsOfAllProcesses() throws Exception {
    OrderFigures figures = OrderFigures.of(List.of(file("1", FIRST), file("2", SECOND)));

    assertThat(figures.bySize(List.of(100)))
        .containsOnly(
            entry("broadcastMicros100", 200.0),
            entry("broadcastP99Micros100", 300.0),
            entry("pingMicros100", 50.0),
            entry("freePerSec100", 2_000.0),
            entry("turnsPerSec100", 300.0));
    assertThat(figures.isComplete(List.of(100))).isTrue();
    assertThat(figures.messages()).isEqualTo(4_300);
    assertThat(figures.latency(100).mean()).isEqualTo(200);
  }

  @Test
  void aSizeWithoutRowsIsIncomplete() throws Exception {
    OrderFigures figures = OrderFigures.of(List.of(file("1", FIRST)));
    assertThat(figures.isComplete(List.of(100, 1))).isFalse();
  }

  private Path file(String name, List<String> lines) throws Exception {
    return Files.write(directory.resolve(name), lines);
  }
}
