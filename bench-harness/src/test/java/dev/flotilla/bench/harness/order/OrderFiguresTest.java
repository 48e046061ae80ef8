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

  @Test
  void requestsOfAllClientsAndServersAreFigures() throws Exception {
    List<String> server = List.of("servera,1,100,4,800000", "serverb,1,100,2,600000");
    List<String> client =
        List.of(
            "onea,4,100,10,1000000",
            "requesta,4,100,0,90000",
            "requesta,4,100,8,150000",
            "ratea,4,100,100,1000000000",
            "oneb,4,100,10,2000000",
            "requestb,4,100,0,200000",
            "rateb,4,100,50,1000000000");
    List<String> other = List.of("ratea,5,100,300,1000000000", "rateb,5,100,60,1000000000");

    OrderFigures printed =
        OrderFigures.of(List.of(file("1", server), file("2", client), file("3", other)));

    RequestFigures figures = new RequestFigures(printed);
    assertThat(figures.all(4))
        .containsOnly(
            entry("caseAMeanMicros", 100.0),
            entry("caseAMicros", 90.0),
            entry("caseAP99Micros", 150.0),
            entry("caseAPerSec", 400.0),
            entry("caseAServer1Micros", 200.0),
            entry("caseBMeanMicros", 200.0),
            entry("caseBMicros", 200.0),
            entry("caseBP99Micros", 200.0),
            entry("caseBPerSec", 110.0),
            entry("caseBServer1Micros", 300.0));
    assertThat(printed.messages()).isEqualTo(530);
    assertThat(figures.perSec()).isEqualTo(400);
  }

  private Path file(String name, List<String> lines) throws Exception {
    return Files.write(directory.resolve(name), lines);
  }
}
