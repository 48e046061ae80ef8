package dev.flotilla.bench.harness.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class AgentCommandTest {
  @TempDir private Path directory;
  private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

  @Test
  void anUnknownInterfaceIsAUsageError() {
    assertThat(execute("--experiment", "x", "--interface", "nosuch0")).isEqualTo(2);
    assertThat(errors()).contains("there is no network interface nosuch0");
  }

  @Test
  void aSecretThatIsTooShortIsAUsageError() throws Exception {
    Path file = Files.writeString(directory.resolve("secret"), "short");
    assertThat(execute("--experiment", "x", "--secret-file", file.toString())).isEqualTo(2);
    assertThat(errors()).contains("the secret must have 16 to 256");
  }

  @Test
  void aLeaseThatIsTooShortIsAUsageError() throws Exception {
    Path file = Files.writeString(directory.resolve("secret"), "0123456789abcdef");
    assertThat(execute("--experiment", "x", "--secret-file", file.toString(), "--lease", "1"))
        .isEqualTo(2);
    assertThat(errors()).contains("a lease of 1 s is too short");
  }

  @Test
  void anUnknownRoleOfTheContractOf2014IsAUsageError() {
    assertThat(execute("--experiment", "x", "--contract-2014", "leader")).isEqualTo(2);
    assertThat(errors()).contains("--contract-2014 is server or client, not 'leader'");
  }

  @Test
  void theContractOf2014StaysOnLoopbackUnlessAllowed() throws Exception {
    Optional<NetworkInterface> other =
        NetworkInterface.networkInterfaces().filter(AgentCommandTest::isOther).findFirst();
    assumeThat(other).isPresent();
    String name = other.get().getName();
    assertThat(execute("--experiment", "x", "--contract-2014", "server", "--interface", name))
        .isEqualTo(2);
    assertThat(errors()).contains("can be reached from other machines", "add --insecure");
  }

  private static boolean isOther(NetworkInterface candidate) {
    try {
      return !candidate.isLoopback();
    } catch (SocketException e) {
      return false;
    }
  }

  @Test
  void aDirectoryThatAnotherAgentUsesIsRefused() throws Exception {
    Path file = Files.writeString(directory.resolve("secret"), "0123456789abcdef");
    Path taken = directory.resolve("agent");
    try (AgentDirectory first = AgentDirectory.take(taken, TestAgents.ANY_ROOM)) {
      assertThat(first.logs()).exists();
      assertThat(
              execute(
                  "--experiment",
                  "x",
                  "--secret-file",
                  file.toString(),
                  "--directory",
                  taken.toString()))
          .isEqualTo(4);
    }
    assertThat(errors()).contains("is in use by another agent; name another one");
  }

  private int execute(String... words) {
    PrintStream err = new PrintStream(errors, true, StandardCharsets.UTF_8);
    return new CommandLine(new AgentCommand(StandIn::installation, err, err)).execute(words);
  }

  private String errors() {
    return errors.toString(StandardCharsets.UTF_8);
  }
}
