package dev.flotilla.gateway.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
    assertThat(misuse("--backends", "a:1", "--log", "sync", "--group", "g", "--finish", "x"))
        .contains("all or keys, not 'x'");
    assertThat(misuse("--backends", "a:1", "--probe", "x")).contains("begins with /, not 'x'");
    assertThat(misuse("agent", "--server", "a:1", "--farm", "a b")).contains("not the name of a");
    assertThat(misuse("--unknown")).contains("see flotilla gateway --help");
  }

  @Test
  void aGatewayInAProcessTellsWhereItListens() throws Exception {
    try (ChildProcess web = start("web", "web", "--record", directory.resolve("r").toString());
        ChildProcess gateway =
            start("gateway", "--listen", "127.0.0.1:0", "--backends", web.address());
        DemoLoad load = new DemoLoad(List.of(gateway.address()), 2)) {
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
      while (load.answered() < 40 && System.nanoTime() - deadline < 0) {
        Thread.onSpinWait();
      }
      load.stop();

      assertThat(load.answered()).isGreaterThanOrEqualTo(40).isEqualTo(load.sent());
      assertThat(load.otherAnswersOfKeys(5, 0)).isZero();
    }
  }

  private ChildProcess start(String name, String... arguments) throws Exception {
    return ChildProcess.start(name, directory.resolve(name + ".log"), List.of(arguments));
  }

  private static String misuse(String... arguments) {
    StringWriter errors = new StringWriter();
    int code = GatewayCommand.execute(new PrintWriter(errors, true), arguments);

    assertThat(code).isEqualTo(2);
    assertThat(errors.toString().lines()).hasSize(1);
    return errors.toString();
  }
}
