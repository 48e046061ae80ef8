package dev.flotilla.bench.harness.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.flotilla.bench.harness.agent.AgentOperations.Nothing;
import dev.flotilla.bench.harness.agent.Seals.Direction;
import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.device.Device;
import dev.flotilla.dpws.device.HostedService;
import dev.flotilla.dpws.device.ThisDevice;
import dev.flotilla.dpws.device.ThisModel;
import dev.flotilla.dpws.discovery.Discovery;
import dev.flotilla.dpws.discovery.DiscoverySettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real agent, and others who would be manager or agent. */
@Tag("slow")
class AuthenticationTest {
  private static final UUID MANAGER = UUID.randomUUID();
  private static final SharedSecret WRONG = SharedSecret.of("fedcba9876543210");

  private final Seals seals = new Seals(TestAgents.SECRET);
  private final AgentCalls calls = new AgentCalls();
  @TempDir private Path directory;
  private TestAgents agents;
  private BenchAgent agent;

  @BeforeEach
  void start() throws IOException {
    agents = new TestAgents(directory);
    agent = agents.start("agent");
  }

  @AfterEach
  void close() {
    calls.close();
    agents.close();
  }

  @Test
  void aManagerWithAnotherSecretIsRefusedAndLogged() {
    assertThatExceptionOfType(AgentRefusedException.class)
        .isThrownBy(() -> agents.connect(WRONG, 1, Duration.ofMillis(1)))
        .withMessageContaining("found 0 of 1 agents")
        .withMessageContaining("did not prove that they know the secret");
    assertThat(agents.log).anyMatch(line -> line.matches("refused Attach from .*another secret.*"));
  }

  @Test
  void aRecordedRequestIsNotAcceptedAgain() throws Exception {
    AgentLink link = attach();
    SealedMessage recorded = renewal(link, 1);
    calls.call(link.address(), AgentOperations.RENEW, recorded);

    assertThatIOException()
        .isThrownBy(() -> calls.call(link.address(), AgentOperations.RENEW, recorded))
        .withMessageContaining("not a new one of this start of the agent");
    assertThat(agents.log).anyMatch(line -> line.contains("a repeated or outdated request"));
  }

  @Test
  void aRecordedRequestIsNotAcceptedAfterARestart() throws Exception {
    SealedMessage recorded = renewal(attach(), 1);
    agent.close();
    agents.start("agent");
    AgentLink again = attach();

    assertThatIOException()
        .isThrownBy(() -> calls.call(again.address(), AgentOperations.RENEW, recorded))
        .withMessageContaining("not a new one of this start of the agent");
  }

  @Test
  void aRequestThatWasChangedOnItsWayIsRefused() throws Exception {
    AgentLink link = attach();
    SealedMessage sent = renewal(link, 1);
    SealedMessage changed =
        new SealedMessage(sent.manager(), sent.nonce(), 2, sent.content(), sent.seal());

    assertThatIOException()
        .isThrownBy(() -> calls.call(link.address(), AgentOperations.RENEW, changed))
        .withMessageContaining("not made with the secret of this agent");
  }

  @Test
  void aRequestIsOfNoUseForAnotherOperation() throws Exception {
    AgentLink link = attach();

    assertThatIOException()
        .isThrownBy(() -> calls.call(link.address(), AgentOperations.GOODBYE, renewal(link, 1)))
        .withMessageContaining("not made with the secret of this agent");
  }

  @Test
  void contentThatIsNoRequestIsRefusedBySealedAnswer() throws Exception {
    AgentLink link = attach();
    assertThatExceptionOfType(AgentRefusedException.class)
        .isThrownBy(
            () ->
                link.call(
                    new AgentOperations.Call<>(
                        "KillProcess", String.class, ProcessReport.class, TestAgents.LONG),
                    "no server"))
        .withMessageContaining("not a ServerName");
  }

  @Test
  void aFalseAgentIsNotUsed() throws Exception {
    try (FalseAgent other = new FalseAgent(agents.experiment)) {
      assertThat(other.device.address()).isNotNull();
      assertThatExceptionOfType(AgentRefusedException.class)
          .isThrownBy(() -> agents.connect(TestAgents.SECRET, 2, Duration.ofMillis(1)))
          .withMessageContaining("found 1 of 2 agents")
          .withMessageContaining("does not prove that it knows the secret");
      try (AgentGroup group = agents.connect(1)) {
        assertThat(group.count()).isEqualTo("1 of 1 agents are left");
      }
    }
  }

  private AgentLink attach() throws Exception {
    AgentFinder finder =
        new AgentFinder(
            DiscoverySettings.loopback(), agents.experiment, calls, TestAgents.SECRET, MANAGER);
    return finder.find(1, TestAgents.LONG).get(0);
  }

  private SealedMessage renewal(AgentLink link, long sequence) {
    return seals.seal(
        Direction.REQUEST,
        AgentOperations.RENEW.name(),
        MANAGER,
        link.description().nonce(),
        sequence,
        AgentCodec.json(Nothing.NOTHING));
  }

  /** A device that is found like an agent, and answers with a seal of another secret. */
  private static final class FalseAgent implements AutoCloseable {
    private final EventLoops loops = EventLoops.start(1, "false-agent");
    private final Discovery discovery = Discovery.open(DiscoverySettings.loopback());
    private final Device device;

    FalseAgent(String experiment) throws IOException {
      UUID id = UUID.randomUUID();
      HostedService service =
          HostedService.builder(AgentNames.SERVICE)
              .portType(new QName(AgentNames.NAMESPACE, AgentNames.PORT_TYPE, AgentNames.PREFIX))
              .operation(
                  AgentOperations.ATTACH.soap(),
                  (request, exchange) -> exchange.answer(answer(request)))
              .build();
      device =
          Device.builder(id)
              .type(AgentNames.DEVICE_TYPE)
              .scope(AgentNames.scope(experiment))
              .model(ThisModel.of("Flotilla", "Flotilla benchmark agent"))
              .device(new ThisDevice("False agent", null, id.toString()))
              .address(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
              .eventLoops(loops)
              .discovery(discovery)
              .service(service)
              .start();
    }

    private static SealedMessage answer(SealedMessage request) {
      AgentDescription lie =
          new AgentDescription(Seals.newNonce(), "127.0.0.1", "1.0", Map.of(), "mine");
      return new Seals(WRONG)
          .seal(
              Direction.ANSWER,
              AgentOperations.ATTACH.name(),
              request.manager(),
              request.nonce(),
              request.sequence(),
              AgentCodec.answer(lie));
    }

    @Override
    public void close() {
      List.<Runnable>of(device::close, discovery::close, loops::close).forEach(Runnable::run);
    }
  }
}
