package dev.flotilla.order.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.order.sockets.SocketRegistration;
import dev.flotilla.testing.Await;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OrderSeriesTest {
  private static final int PROCESSES = 3;

  private final ExecutorService threads = Executors.newCachedThreadPool();
  @TempDir private Path directory;

  @AfterEach
  void endThreads() {
    threads.shutdownNow();
  }

  @Test
  void everySizeHasRowsOfEachKind() throws Exception {
    List<String> rows = run("sequencer");
    assertThat(rows).allMatch(row -> row.matches("[a-z]+,[0-2],(1|1000),[0-9]+,[1-9][0-9]*"));
    for (String size : List.of("1", "1000")) {
      assertThat(rows.stream().filter(row -> row.startsWith("free,0," + size + ","))).hasSize(1);
      assertThat(rows.stream().filter(row -> row.startsWith("turns,0," + size + ","))).hasSize(1);
      assertThat(rows.stream().filter(row -> row.startsWith("ping,0," + size + ",")))
          .hasSizeGreaterThanOrEqualTo(10);
    }
  }

  @Test
  void allProcessesHaveTheirTurnsInAPhase() throws Exception {
    List<String> rows = run("skeen");
    for (int process = 0; process < PROCESSES; process++) {
      String start = "broadcast,%s,1000,".formatted(process);
      assertThat(rows.stream().filter(row -> row.startsWith(start))).isNotEmpty();
    }
    long turns = broadcasts(rows, "turns,0,1000,");
    long own = rows.stream().filter(row -> row.matches("broadcast,[0-2],1000,.*")).count();
    assertThat(own).isLessThanOrEqualTo(turns).isGreaterThanOrEqualTo(Math.min(turns, 100));
  }

  @Test
  void raftForcesAFileInTheDirectory() throws Exception {
    List<String> rows = run("raft", directory.toString());
    assertThat(rows.stream().filter(row -> row.startsWith("turns,"))).hasSize(2);
    for (int process = 0; process < PROCESSES; process++) {
      Path file = directory.resolve("raft-%s.log".formatted(process));
      assertThat(Files.size(file)).isGreaterThan(1000 * broadcasts(rows, "turns,0,1000,"));
    }
  }

  @Test
  void wrongArgumentsOfASeriesAreExplained() {
    PrintStream out = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    assertThatThrownBy(() -> OrderSeries.run(List.of("skeen"), out))
        .hasMessageContaining("SIZES WARM_MILLIS MILLIS");
    List<String> empty = List.of("skeen", "rmi", "localhost:1", "3", "0,1", "1", "1");
    assertThatThrownBy(() -> OrderSeries.run(empty, out))
        .hasMessage("SIZES 0 is out of range; use 1 to 2097152");
  }

  /** The number of broadcasts in a row. */
  private static long broadcasts(List<String> rows, String start) {
    String found = rows.stream().filter(row -> row.startsWith(start)).findFirst().orElseThrow();
    return Long.parseLong(found.split(",", -1)[3]);
  }

  private List<String> run(String protocol, String... journals) throws Exception {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (SocketRegistration registration = SocketRegistration.start(any, PROCESSES)) {
      String address = "127.0.0.1:" + registration.address().getPort();
      List<String> arguments = new ArrayList<>(List.of(protocol, "sockets", address));
      arguments.addAll(List.of(Integer.toString(PROCESSES), "1,1000", "20", "40"));
      arguments.addAll(List.of(journals));
      List<Future<String>> running = new ArrayList<>();
      for (int i = 0; i < PROCESSES; i++) {
        running.add(threads.submit(() -> outputOf(arguments)));
      }
      List<String> rows = new ArrayList<>();
      for (Future<String> output : running) {
        List<String> lines = output.get(Await.limitSeconds(), TimeUnit.SECONDS).lines().toList();
        assertThat(lines.get(0)).isEqualTo("kind,process,size,number,nanos");
        rows.addAll(lines.subList(1, lines.size()));
      }
      return rows;
    }
  }

  private static String outputOf(List<String> arguments) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    OrderSeries.run(arguments, new PrintStream(bytes, true, StandardCharsets.UTF_8));
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
