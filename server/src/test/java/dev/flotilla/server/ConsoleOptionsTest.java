package dev.flotilla.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What {@code --console} takes and refuses. */
class ConsoleOptionsTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"8080", "0", "127.0.0.1:8080", "localhost:8080", "[::1]:8080"})
  void portsAndLoopbackAddressesAreTaken(String address) {
    assertThatCode(options("--console", address)::check).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "web", "65536", "127.0.0.1", "127.0.0.1:65536", "a@localhost:1", "::1"})
  void whatIsNoAddressIsRefused(String address) {
    assertThatThrownBy(options("--console", address)::check)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--console is PORT or HOST:PORT");
  }

  @Test
  void beyondLoopbackTheConsoleMustBeAllowed() {
    assertThatThrownBy(options("--console", "192.0.2.1:8080")::check)
        .hasMessageContaining("--insecure-console");
    assertThatCode(options("--console", "192.0.2.1:8080", "--insecure-console")::check)
        .doesNotThrowAnyException();
  }

  @Test
  void optionsOfTheConsoleNeedTheConsole() {
    assertThatThrownBy(options("--insecure-console")::check).hasMessageContaining("need --console");
    assertThatThrownBy(options("--console-recordings", "x")::check)
        .hasMessageContaining("need --console");
    assertThatCode(options()::check).doesNotThrowAnyException();
  }

  @Test
  void aPortInUseEndsTheServerWithItsCode() throws IOException {
    StringWriter err = new StringWriter();
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int code =
          FlotillaCommand.commandLine()
              .setOut(new PrintWriter(new StringWriter()))
              .setErr(new PrintWriter(err))
              .execute(
                  "server",
                  "--group=console",
                  "--expect=3",
                  "--no-discovery",
                  "--data=" + directory.resolve("data"),
                  "--console=" + taken.getLocalPort());

      assertThat(code).isEqualTo(ExitCode.PORT_IN_USE.number());
      assertThat(err.toString()).contains("the console cannot listen on", "choose another port");
    }
  }

  private static ConsoleOptions options(String... arguments) {
    ConsoleOptions options = new ConsoleOptions();
    new CommandLine(options, CommandLine.defaultFactory()).parseArgs(arguments);
    return options;
  }
}
