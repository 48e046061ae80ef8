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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Four servers and three clients in one JVM. */
class RequestSeriesTest {
  private static final int SERVERS = 4;
  private static final int PROCESSES = 7;

  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void endThreads() {
    threads.shutdownNow();
  }

  @Test
  void bothCasesHaveRowsOfEachKind() throws Exception {
    List<String> rows = run("sequencer");
    assertThat(rows).allMatch(row -> row.matches("[a-z]+,[0-6],100,[0-9]+,[1-9][0-9]*"));
    for (String way : List.of("a", "b")) {
      assertThat(processes(rows, "one" + way)).containsExactly(4);
      assertThat(processes(rows, "request" + way).get(0)).isEqualTo(4);
      assertThat(processes(rows, "rate" + way)).containsExactly(4, 5, 6);
    }
  }

  /** In case B the fourth server is asked for nothing, since there are three clients. */
  @Test
  void eachServerHasTheTimeOfTheRequestsThatItGets() throws Exception {
    List<String> rows =
        Await.present(
            () -> "a run in which all servers learn in time that it is measured",
            () -> Optional.of(run("skeen")).filter(RequestSeriesTest::areAllMeasured));
    assertThat(processes(rows, "servera")).containsExactly(0, 1, 2, 3);
    assertThat(processes(rows, "serverb")).containsExactly(0, 1, 2);
  }

  private static boolean areAllMeasured(List<String> rows) {
    return processes(rows, "servera").size() >= SERVERS
        && processes(rows, "serverb").size() >= SERVERS - 1;
  }

  @Test
  void wrongArgumentsOfRequestsAreExplained() {
    PrintStream out = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    assertThatThrownBy(() -> RequestSeries.run(List.of("skeen"), out))
        .hasMessageContaining("SERVERS CLIENTS SIZE");
    List<String> many = List.of("skeen", "rmi", "localhost:1", "20", "5", "1", "1", "1");
    assertThatThrownBy(() -> RequestSeries.run(many, out))
        .hasMessage("CLIENTS 5 is out of range; use 1 to 4");
  }

  /** The processes that have rows of a kind, ascending. */
  private static List<Integer> processes(List<String> rows, String kind) {
    return rows.stream()
        .filter(row -> row.startsWith(kind + ","))
        .map(row -> Integer.valueOf(row.split(",", -1)[1]))
        .distinct()
        .sorted()
        .toList();
  }

  private List<String> run(String protocol) throws Exception {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (SocketRegistration registration = SocketRegistration.start(any, PROCESSES)) {
      String address = "127.0.0.1:" + registration.address().getPort();
      List<String> arguments =
          List.of(protocol, "sockets", address, Integer.toString(SERVERS), "3", "100", "20", "40");
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
    RequestSeries.run(arguments, new PrintStream(bytes, true, StandardCharsets.UTF_8));
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
