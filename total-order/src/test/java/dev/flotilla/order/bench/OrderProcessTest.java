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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OrderProcessTest {
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void endThreads() {
    threads.shutdownNow();
  }

  @Test
  void threeProcessesInTurnPrintATimeForEachBroadcast() throws Exception {
    List<String> rows = run("skeen", "turns", "30");
    assertThat(rows.stream().filter(row -> row.startsWith("broadcast,"))).hasSize(30);
    assertThat(rows.stream().filter(row -> row.startsWith("run,"))).hasSize(3);
    assertThat(rows.stream().filter(row -> row.startsWith("ping,0,"))).isNotEmpty();
    assertThat(rows).allMatch(row -> row.matches("[a-z]+,[0-2],[0-9]+,[1-9][0-9]*"));
  }

  @Test
  void freeProcessesBroadcastAsManyMessagesEach() throws Exception {
    List<String> rows = run("sequencer", "free", "30");
    assertThat(rows.stream().filter(row -> row.startsWith("broadcast,"))).hasSize(90);
  }

  @Test
  void wrongArgumentsAreExplained() {
    PrintStream out = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    assertThatThrownBy(() -> OrderProcess.run(List.of("skeen"), out))
        .hasMessageContaining("PROTOCOL MIDDLEWARE REGISTRY");
    List<String> wrong = List.of("paxos", "rmi", "localhost:1", "3", "1", "1");
    assertThatThrownBy(() -> OrderProcess.run(wrong, out))
        .hasMessage("'paxos' is no protocol; use one of sequencer, skeen, chandra-toueg, raft");
  }

  /** The rows of all processes without the heads. */
  private List<String> run(String protocol, String mode, String count) throws Exception {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (SocketRegistration registration = SocketRegistration.start(any, 3)) {
      String address = "127.0.0.1:" + registration.address().getPort();
      List<String> arguments =
          List.of(protocol, "sockets@127.0.0.1", address, "3", "100", count, mode);
      List<Future<String>> running = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        running.add(threads.submit(() -> outputOf(arguments)));
      }
      List<String> rows = new ArrayList<>();
      for (Future<String> output : running) {
        List<String> lines = output.get(Await.limitSeconds(), TimeUnit.SECONDS).lines().toList();
        assertThat(lines.get(0)).isEqualTo("kind,process,number,nanos");
        rows.addAll(lines.subList(1, lines.size()));
      }
      return rows;
    }
  }

  private static String outputOf(List<String> arguments) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    OrderProcess.run(arguments, new PrintStream(bytes, true, StandardCharsets.UTF_8));
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
