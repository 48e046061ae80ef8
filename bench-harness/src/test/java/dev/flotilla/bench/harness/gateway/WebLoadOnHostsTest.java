package dev.flotilla.bench.harness.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.bench.ChildProcess;
import dev.flotilla.bench.ChildProcesses;
import dev.flotilla.bench.JavaProgram;
import dev.flotilla.bench.LocalHost;
import dev.flotilla.bench.client.LoadResult;
import dev.flotilla.bench.harness.hosts.EmulatedHosts;
import dev.flotilla.bench.harness.hosts.TestHosts;
import dev.flotilla.testing.Await;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs of the gateway's preset in network namespaces; needs root. */
@Tag("slow")
class WebLoadOnHostsTest {
  @TempDir private Path directory;

  @Test
  void clientsOnOneHostAreAnsweredByAServerOnAnother() throws Exception {
    Path executed = directory.resolve("executed");
    try (EmulatedHosts hosts = TestHosts.open(2);
        ChildProcesses children = ChildProcesses.open(directory)) {
      LocalHost host = hosts.host(1);
      String address = host.address().getHostAddress() + ":" + host.freePorts(1).get(0);
      ChildProcess server = children.start("web", host, recordingServer(address, executed));
      Await.until(
          () -> "it serves",
          () -> Files.readString(server.log()).contains(GatewayRun.SERVING + address));
      ChildProcess clients =
          children.startToTalk("clients", hosts.host(2), GatewayPrograms.clients(address, 2, 0, 1));
      BufferedReader said =
          new BufferedReader(new InputStreamReader(clients.output(), StandardCharsets.UTF_8));

      assertThat(said.readLine()).isEqualTo(WebLoad.BEGUN);
      LoadResult result = LoadResult.decode(said.readLine());
      assertThat(result.errorCount()).isZero();
      assertThat(Files.readAllLines(executed)).hasSize((int) result.ops()).doesNotHaveDuplicates();
    }
  }

  private static JavaProgram recordingServer(String address, Path executed) {
    return new JavaProgram(
        System.getProperty("java.class.path"),
        RecordingWebServer.class.getName(),
        GatewayPrograms.JVM_OPTIONS,
        List.of(address, executed.toString()));
  }
}
