package dev.flotilla.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("full")
class NoDiscoveryTest {
  @TempDir private Path directory;
  private final String group = "hidden-" + UUID.randomUUID().toString().substring(0, 8);

  @Test
  void aServerWithoutDiscoveryIsFoundByItsAddressOnly() throws Exception {
    String[] options = {"--group", group, "--expect", "1", "--no-discovery"};
    try (ServerProcess server = ServerProcess.start(directory.resolve("data"), options)) {
      String url = server.address().toString();

      assertThat(
              command(
                  "insert",
                  "--timeout",
                  "30",
                  "x=1",
                  "--group",
                  group,
                  "--servers",
                  url,
                  "--forget"))
          .isZero();
      assertThat(command("status", "--group", group, "--timeout", "1", "--forget"))
          .isEqualTo(ExitCode.UNAVAILABLE.number());
    }
  }

  private int command(String... words) throws Exception {
    return CommandProcess.run(List.of(), Map.of(), directory, words).exitCode();
  }
}
