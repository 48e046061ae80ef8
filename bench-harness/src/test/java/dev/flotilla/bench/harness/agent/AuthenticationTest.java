package dev.flotilla.bench.harness.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.flotilla.keys.InitialKeys;
import dev.flotilla.keys.KeyDirectory;
import dev.flotilla.keys.KeysException;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real agent with keys, and managers with keys of several kinds. */
@Tag("slow")
class AuthenticationTest {
  @TempDir private Path directory;
  private Path keys;
  private TestAgents agents;
  private BenchAgent agent;

  @BeforeEach
  void start() throws Exception {
    keys = keysOf("lab");
    agents = new TestAgents(directory);
    agent = agents.start("agent", Optional.of(keys.resolve("member-1")), TestAgents.ANY_ROOM);
  }

  @AfterEach
  void close() {
    agents.close();
  }

  @Test
  void anAdministratorOfTheSameAuthorityIsServed() throws Exception {
    try (AgentGroup group =
        agents.connect(Optional.of(keys.resolve("admin")), 1, TestAgents.LONG)) {
      assertThat(group.count()).isEqualTo("1 of 1 agents are left");
    }
  }

  @Test
  void aManagerWithoutKeysIsRefused() {
    assertRefused(agents, Optional.empty(), "an https address is called with keys only");
  }

  @Test
  void aCallerWithoutACertificateIsRefused() throws Exception {
    AtomicReference<String> said = new AtomicReference<>("");

    // The end of a connection may come before the reason is read.
    Await.until(
        () -> "'certificate' in: " + said.get(),
        () -> {
          said.set(refusalWithoutCertificate());
          return said.get().contains("certificate");
        });
  }

  private String refusalWithoutCertificate() throws Exception {
    InetSocketAddress address = agent.address();
    try (Socket caller =
        withoutCertificate()
            .getSocketFactory()
            .createSocket(address.getAddress(), address.getPort())) {
      IOException refusal =
          catchThrowableOfType(
              IOException.class,
              () -> {
                caller.getOutputStream().write('G');
                caller.getInputStream().read();
              });
      assertThat(refusal).isNotNull();
      return String.valueOf(refusal.getMessage());
    }
  }

  @Test
  void aManagerOfAnotherAuthorityIsRefused() throws Exception {
    Path others = keysOf("other").resolve("admin");
    assertRefused(agents, Optional.of(others), "not issued by the authority");
  }

  @Test
  void aManagerThatIsNoAdministratorIsRefused() {
    assertRefused(
        agents,
        Optional.of(keys.resolve("client-1")),
        "a manager needs the certificate of an administrator");
  }

  @Test
  void anAgentThatIsNoMemberIsNotUsed() throws Exception {
    try (TestAgents others = new TestAgents(directory)) {
      others.start("other", Optional.of(keys.resolve("client-1")), TestAgents.ANY_ROOM);
      assertRefused(others, Optional.of(keys.resolve("admin")), "is not a server of this group");
    }
  }

  @Test
  void anAgentWithoutKeysIsNotUsedByAManagerWithKeys() throws Exception {
    try (TestAgents others = new TestAgents(directory)) {
      others.start("other");
      assertRefused(
          others, Optional.of(keys.resolve("admin")), "with keys only https addresses are called");
    }
  }

  @Test
  void anAddressBeyondLoopbackNeedsKeys() throws Exception {
    AgentSettings here = agents.settings("x", Optional.empty(), TestAgents.ANY_ROOM);
    InetAddress other = InetAddress.getByName("192.0.2.1");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new AgentSettings(
                    agents.device("x", other),
                    here.keys(),
                    here.room(),
                    here.installation(),
                    here.lease(),
                    here.nanoClock()))
        .withMessageContaining("192.0.2.1 can be reached from other machines", "add --keys DIR");
  }

  @Test
  void anAgentWithoutItsKeysDoesNotStart() {
    Optional<Path> missing = Optional.of(directory.resolve("missing"));
    assertThatIOException()
        .isThrownBy(() -> agents.start("other", missing, TestAgents.ANY_ROOM))
        .withMessageContaining("cannot be used");
  }

  /** Asks until the reason comes: on a busy machine a handshake may take too long at first. */
  private static void assertRefused(TestAgents asked, Optional<Path> managerKeys, String reason) {
    AtomicReference<String> said = new AtomicReference<>("");
    Await.until(
        () -> "'%s' in: %s".formatted(reason, said.get()),
        () -> {
          said.set(refusal(asked, managerKeys));
          return said.get().contains(reason);
        });
    assertThat(said.get()).contains("found 0 of 1 agents", "; not used: agent at 127.0.0.1");
  }

  private static String refusal(TestAgents asked, Optional<Path> managerKeys) throws Exception {
    try (AgentGroup group = asked.connect(managerKeys, 1, Duration.ofMillis(1))) {
      throw new AssertionError("it was used: " + group.summary());
    } catch (AgentRefusedException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private SSLContext withoutCertificate() throws Exception {
    KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null);
    trusted.setCertificateEntry(
        "lab", KeyDirectory.open(keys.resolve("admin")).authorities().get(0));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  private Path keysOf(String authority) throws KeysException {
    return InitialKeys.create(directory.resolve(authority), authority, 1, 1, Clock.systemUTC())
        .directory();
  }
}
