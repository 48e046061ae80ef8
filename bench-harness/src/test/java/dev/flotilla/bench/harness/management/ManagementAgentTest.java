package dev.flotilla.bench.harness.management;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.bench.harness.device.DeviceSettings;
import dev.flotilla.dpws.discovery.DiscoverySettings;
import dev.flotilla.dpws.soap.EmptyBody;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Agents with real processes, driven over the network. */
class ManagementAgentTest {
  private static final int COMMANDS = 20;

  private final ConcurrentLinkedQueue<String> log = new ConcurrentLinkedQueue<>();
  @TempDir private Path directory;
  private ManagementAgent server;
  private ManagementAgent client;
  private Driver2014 driver;

  @BeforeEach
  void start() throws IOException {
    server = agent(ManagedRole.SERVER);
    client = agent(ManagedRole.CLIENT);
    driver = new Driver2014();
  }

  @AfterEach
  void close() {
    driver.close();
    client.close();
    server.close();
  }

  @Tag("slow")
  @Test
  void aManagerMeasuresAClientThatCommandsAServer() throws Exception {
    URI raft = driver.service(server, "RAFT_Service");
    driver.setMembership(server);
    driver.order(server, ManagementOperations.START);
    setParametersOfBoth();
    driver.setMembership(client, raft);
    driver.setMembership(client, raft); // names the leader

    String stats =
        Await.present(
            () -> "a run without a command that took too long",
            () -> Optional.of(statsOfARun()).filter(it -> !it.contains("false")));
    assertMeasured(stats);
    Await.until(() -> "it leads", () -> driver.stats(server).equals("leader"));
    driver.call(client, ManagementOperations.WRITE_STATS, "paper_1s.csv");
    driver.order(client, ManagementOperations.STOP);
    client.awaitStop();
    assertThat(directory.resolve("client/statistics/paper_1s.csv"))
        .content()
        .startsWith("Lats(ns);127.0.0.1:");
    driver.order(server, ManagementOperations.STOP);
    server.awaitStop();
    assertThat(log).anyMatch(line -> line.startsWith("state=Leader has no effect"));
  }

  private String statsOfARun() throws Exception {
    CompletableFuture<EmptyBody> ended = driver.subscribeToEnd(client);
    driver.order(client, ManagementOperations.START_DISSEMINATION);
    Driver2014.get(ended);
    return driver.stats(client);
  }

  @Test
  void messagesAreTakenAsAManagerOf2014SendsThem() throws Exception {
    URI service = driver.service(client, "ManagementService");
    String parameters = Messages2014.resource("set-parameters-of-a-client.xml");

    HttpResponse<String> answer = post(service, "SetParameters", parameters);
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).contains("ParametersSet", "ManagementPortType/SetParametersResponse");
    HttpResponse<String> accepted =
        post(service, "WriteStats", Messages2014.resource("write-stats.xml"));
    assertThat(accepted.statusCode()).isEqualTo(202);
    assertThat(accepted.body()).isEmpty();
  }

  @Test
  void anEndpointIsTheIdentityOfItsDevice() throws Exception {
    assertThat(driver.call(client, ManagementOperations.GET_ENDPOINT, EmptyBody.EMPTY))
        .isEqualTo(client.target().endpointReference());
    assertThat(client.target().types()).contains(ManagedRole.CLIENT.deviceType());
    assertThat(server.target().types()).contains(ManagedRole.SERVER.deviceType());
  }

  @Test
  void whatComesTooEarlyIsRejected() throws Exception {
    assertThat(driver.rejection(server, ManagementOperations.START, EmptyBody.EMPTY))
        .contains("send SetMembership first");
    assertThat(driver.rejection(client, ManagementOperations.START_DISSEMINATION, EmptyBody.EMPTY))
        .contains("send SetMembership first");
    assertThat(driver.rejection(server, ManagementOperations.START_DISSEMINATION, EmptyBody.EMPTY))
        .contains("start the commands at a client");
    assertThat(driver.stats(server)).isEqualTo("stopped");
  }

  @Test
  void valuesOutOfBoundsAreRejectedWithTheBounds() throws Exception {
    assertThat(rejection(client, "num_invocations", "10001")).contains("from 1 to 10000");
    assertThat(rejection(client, "num_invocations", "0")).contains("from 1 to 10000");
    assertThat(rejection(client, "invocation_timeout", "60001")).contains("from 0 to 60000");
    assertThat(rejection(server, "election_timeout", "14")).contains("from 15 to 59950");
    assertThat(rejection(server, "election_timeout", "soon")).contains("is 'soon'");
    assertThat(
            driver.rejection(
                client, ManagementOperations.SET_MEMBERSHIP, new ServerAddresses(List.of())))
        .contains("needs the address of a server");
    assertThat(driver.rejection(client, ManagementOperations.WRITE_STATS, "../a"))
        .contains("file name '../a' is rejected");
  }

  @Test
  void anAgentStartsOneServerHoweverOftenItIsAsked() throws Exception {
    driver.setMembership(server);
    driver.setParameters(server, new Parameter("election_timeout", "200"));
    long before = ProcessHandle.current().children().count();
    for (int i = 0; i < 5; i++) {
      driver.order(server, ManagementOperations.START);
    }

    assertThat(log).filteredOn(line -> line.startsWith("started a server")).hasSize(1);
    assertThat(log).contains("the server runs: Start has no effect");
    assertThat(ProcessHandle.current().children().count()).isEqualTo(before + 1);
  }

  @Tag("slow")
  @Test
  void aClientThatCannotBeginTellsOfItsEnd() throws Exception {
    AtomicInteger ports = new AtomicInteger();
    Await.until(
        () -> "an end of the client before its agent waits no longer for a leader",
        () -> hasEndedWithoutLeader(ports.incrementAndGet()));
    assertThat(driver.stats(client)).contains("Throughput(ops/s)").endsWith(";0\n");
  }

  /** Has a client look for a server that is not there, and kills it. */
  private boolean hasEndedWithoutLeader(int port) throws Exception {
    CompletableFuture<EmptyBody> connected =
        driver.begin(
            client,
            ManagementOperations.SET_MEMBERSHIP,
            ServerAddresses.parse(List.of("http://127.0.0.1:%s/RAFT_Service".formatted(port))));
    Await.until(() -> "a client", () -> log.contains("started a client of 1 servers"));
    CompletableFuture<EmptyBody> ended = driver.subscribeToEnd(client);
    driver.order(client, ManagementOperations.START_DISSEMINATION);
    ProcessHandle.current().children().forEach(ProcessHandle::destroyForcibly);

    Driver2014.get(ended);
    try {
      Driver2014.get(connected);
      return false;
    } catch (ExecutionException e) {
      assertThat(e).hasMessageContaining("has ended without a leader");
      return true;
    }
  }

  private void setParametersOfBoth() throws Exception {
    driver.setParameters(
        client,
        new Parameter("num_invocations", "" + COMMANDS),
        new Parameter("invocation_timeout", "1"));
    driver.setParameters(
        server, new Parameter("election_timeout", "166"), new Parameter("state", "Leader"));
  }

  private static void assertMeasured(String stats) {
    String[] lines = stats.split("\n", -1);
    String[] latencies = lines[0].split(";", -1);
    assertThat(Arrays.copyOfRange(latencies, 2, 2 + COMMANDS))
        .allSatisfy(nanos -> assertThat(Long.parseLong(nanos)).isPositive());
    assertThat(lines[1]).endsWith(";" + "true;".repeat(COMMANDS));
    assertThat(lines[2]).matches("Throughput\\(ops/s\\);127\\.0\\.0\\.1:[0-9]+;[0-9]+");
  }

  private String rejection(ManagementAgent agent, String name, String value) throws Exception {
    return driver.rejection(
        agent, ManagementOperations.SET_PARAMETERS, List.of(new Parameter(name, value)));
  }

  private static HttpResponse<String> post(URI service, String operation, String body)
      throws Exception {
    String envelope =
        Messages2014.envelope(ManagementOperations.action(operation), service.toString(), body);
    HttpRequest request =
        HttpRequest.newBuilder(service)
            .header("Content-Type", "application/soap+xml")
            .header("User-Agent", "JMEDS HTTP Client")
            .POST(HttpRequest.BodyPublishers.ofString(envelope))
            .build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
  }

  private ManagementAgent agent(ManagedRole role) throws IOException {
    return ManagementAgent.start(
        new ManagementSettings(
            new DeviceSettings(
                "test",
                directory.resolve(role.word()),
                InetAddress.getLoopbackAddress(),
                DiscoverySettings.loopback(),
                log::add),
            role,
            Optional.empty(),
            System.getProperty("java.class.path")));
  }
}
