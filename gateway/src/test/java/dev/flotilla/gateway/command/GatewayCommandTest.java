package dev.flotilla.gateway.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.testing.Await;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GatewayCommandTest {
  @TempDir Path directory;

  @Test
  void wrongUsageIsExplainedInOneLine() {
    assertThat(misuse()).contains("--backends or --farm is missing");
    assertThat(misuse("--backends", "here")).contains("HOST:PORT, not 'here'");
    assertThat(misuse("--backends", "a:0")).contains("a port from 1 to 65535");
    assertThat(misuse("--backends", "a:1", "--listen", "b")).contains("HOST:PORT, not 'b'");
    assertThat(misuse("--backends", "a:1", "--log", "some")).contains("needs --group");
    assertThat(misuse("--backends", "a:1", "--log", "some", "--group", "g"))
        .contains("none, async or sync, not 'some'");
    assertThat(misuse("--backends", "a:1", "--probe", "x")).contains("begins with /, not 'x'");
    assertThat(misuse("agent", "--server", "a:1", "--farm", "a b")).contains("not the name of a");
    assertThat(misuse("--backends", "http://a:1")).contains("without http:// and path");
    assertThat(misuse("--backends", "a:1", "--group", "g")).contains("needs --log async");
    assertThat(misuse("--backends", "a:1", "--trust-forwarded", "x"))
        .contains("such as 10.0.0.0/8");
    assertThat(misuse("--backends", "a:1", "--key-seconds", "0")).contains("kept for 1 to");
    assertThat(misuse("--unknown")).contains("see flotilla gateway --help");
  }

  @Test
  void aGatewayInAProcessTellsWhereItListens() throws Exception {
    try (ChildProcess web = start("web", "web", "--record", directory.resolve("r").toString());
        ChildProcess gateway =
            start(
                "gateway",
                "--listen",
                "127.0.0.1:0",
                "--backends",
                web.address(),
                "--answer-millis",
                Long.toString(Await.limitMillis()));
        DemoLoad load = new DemoLoad(List.of(gateway.address()), 2)) {
      Await.until(() -> load.answered() + " answers of 40", () -> load.answered() >= 40);
      load.stop();

      // On a busy machine, a client may give up a request that must not be sent again.
      assertThat(load.failures()).isEmpty();
      assertThat(load.failed()).isZero();
      assertThat(load.answered())
          .isGreaterThanOrEqualTo(40)
          .isEqualTo(load.sent() - load.unknown());
      Await.until(() -> "the same answers of keys", () -> hasSameAnswersOfKeys(load));
    }
  }

  private static boolean hasSameAnswersOfKeys(DemoLoad load) {
    try {
      return load.otherAnswersOfKeys(5, 0) == 0;
    } catch (IOException e) {
      return false; // None in time.
    }
  }

  private ChildProcess start(String name, String... arguments) throws Exception {
    return ServingProcess.start(name, directory, List.of(arguments));
  }

  @Test
  void aPortInUseAndAMissingInterfaceHaveTheirCodes() throws Exception {
    InetAddress loopback = InetAddress.getByName("127.0.0.1");
    try (ServerSocket other = new ServerSocket(0, 1, loopback)) {
      String listen = "127.0.0.1:" + other.getLocalPort();
      assertThat(failure(10, "--backends", "a:1", "--listen", listen)).contains("in use");
    }
    assertThat(failure(16, "agent", "--server", "a:1", "--farm", "f", "--interface", "nosuch0"))
        .contains("no network interface nosuch0");
    assertThat(failure(16, "--farm", "f", "--listen", "127.0.0.1:0", "--interface", "nosuch0"))
        .contains("no network interface nosuch0");
  }

  @Test
  void aSlipOfTheFingerIsCorrected() {
    assertThat(misuse("--backend", "a:1")).contains("did you mean --backends");
  }

  private static String misuse(String... arguments) {
    return failure(2, arguments);
  }

  private static String failure(int expected, String... arguments) {
    StringWriter errors = new StringWriter();
    int code = GatewayCommand.execute(new PrintWriter(errors, true), arguments);

    assertThat(code).as(errors.toString()).isEqualTo(expected);
    assertThat(errors.toString().lines()).hasSize(1);
    return errors.toString();
  }
}
