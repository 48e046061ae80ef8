package dev.flotilla.bench.harness.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
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
  void insecureWithoutTheContractOf2014IsAUsageError() {
    assertThat(execute("--experiment", "x", "--insecure")).isEqualTo(2);
    assertThat(errors()).contains("--insecure belongs to --contract-2014; use --keys DIR");
  }

  @Test
  void keysWithTheContractOf2014AreAUsageError() {
    assertThat(execute("--experiment", "x", "--contract-2014", "server", "--keys", "lab"))
        .isEqualTo(2);
    assertThat(errors()).contains("--contract-2014 knows no keys");
  }

  @Test
  void aLeaseThatIsTooShortIsAUsageError() {
    assertThat(execute("--experiment", "x", "--lease", "1")).isEqualTo(2);
    assertThat(errors()).contains("a lease of 1 s is too short");
  }

  @Test
  void anUnknownRoleOfTheContractOf2014IsAUsageError() {
    assertThat(execute("--experiment", "x", "--contract-2014", "leader")).isEqualTo(2);
    assertThat(errors()).contains("--contract-2014 is server or client, not 'leader'");
  }

  @Test
  void anAgentWithoutKeysStaysOnLoopback() throws Exception {
    assertThat(execute("--experiment", "x", "--interface", otherInterface())).isEqualTo(2);
    assertThat(errors()).contains("can be reached from other machines", "add --keys DIR");
  }

  @Test
  void theContractOf2014StaysOnLoopbackUnlessAllowed() throws Exception {
    String name = otherInterface();
    assertThat(execute("--experiment", "x", "--contract-2014", "server", "--interface", name))
        .isEqualTo(2);
    assertThat(errors()).contains("can be reached from other machines", "add --insecure");
  }

  private static String otherInterface() throws SocketException {
    Optional<NetworkInterface> other =
        NetworkInterface.networkInterfaces().filter(AgentCommandTest::isOther).findFirst();
    assumeThat(other).isPresent();
    return other.get().getName();
  }

  private static boolean isOther(NetworkInterface candidate) {
    try {
      return !candidate.isLoopback() && candidate.inetAddresses().findAny().isPresent();
    } catch (SocketException e) {
      return false;
    }
  }

  @Test
  void aDirectoryThatAnotherAgentUsesIsRefused() throws Exception {
    Path taken = directory.resolve("agent");
    try (AgentDirectory first = AgentDirectory.take(taken, TestAgents.ANY_ROOM)) {
      assertThat(first.logs()).exists();
      assertThat(execute("--experiment", "x", "--directory", taken.toString())).isEqualTo(4);
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
