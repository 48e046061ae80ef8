package dev.flotilla.raftdpws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.dpws.discovery.DiscoverySettings;
import dev.flotilla.raftdpws.message.StatusResponse;
import dev.flotilla.storage.DamagedLog;
import dev.flotilla.storage.DirectoryRefused;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.SocketException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class StartTest {
  @TempDir private Path root;

  @Test
  void aPortInUseIsNamedAndNothingIsLeftBehind() throws IOException {
    Set<Thread> before = threads();
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(() -> start(settings().port(taken.getLocalPort())))
          .isInstanceOf(PortInUse.class)
          .hasMessageContaining("port " + taken.getLocalPort())
          .hasMessageContaining("name another port");
    }
    Await.until(() -> "threads " + threads(), () -> before.containsAll(threads()));
    start(settings()).close();
  }

  @Test
  void aDirectoryOfSomethingElseIsRefusedAndLeftAlone() throws IOException {
    Files.writeString(root.resolve("thesis.txt"), "text");

    assertThatThrownBy(() -> start(settings()))
        .isInstanceOfSatisfying(
            DirectoryRefused.class,
            e -> assertThat(e.reason()).isEqualTo(DirectoryRefused.Reason.FOREIGN));
    try (Stream<Path> files = Files.list(root)) {
      assertThat(files.map(it -> it.getFileName().toString())).containsExactly("thesis.txt");
    }
  }

  @Test
  void aDirectoryInUseIsRefused() throws IOException {
    try (RaftDevice first = start(settings())) {
      assertThat(first.status().role())
          .isIn("founding", "follower", "pre-candidate", "candidate", "leader");
      assertThatThrownBy(() -> start(settings()))
          .isInstanceOfSatisfying(
              DirectoryRefused.class,
              e -> assertThat(e.reason()).isEqualTo(DirectoryRefused.Reason.IN_USE));
    }
  }

  @Test
  void theLogsNextSegmentIsFilledOnAThreadThatDoesNothingElse() throws IOException {
    try (RaftDevice server = start(settings())) {
      // A thread begins with its first task.
      Await.until(
          () -> server.status().role() + " with " + threads(),
          () -> threads().stream().anyMatch(it -> it.getName().equals("flotilla-spare")));
    }
  }

  @Test
  void aDirectoryOfAnotherGroupIsRefused() throws IOException {
    start(settings()).close();

    assertThatThrownBy(() -> start(settings().group("other")))
        .isInstanceOfSatisfying(
            DirectoryRefused.class,
            e -> assertThat(e.reason()).isEqualTo(DirectoryRefused.Reason.OTHER_GROUP));
  }

  @Test
  void aNewServerWithoutASizeWaitsForAGroupToJoin() throws IOException {
    try (RaftDevice server =
        start(RaftDeviceSettings.builder(root).group("g").withoutDiscovery())) {
      assertThat(server.status().role()).isEqualTo(StatusResponse.JOINING);
      assertThat(server.founded().toCompletableFuture()).isNotDone();
    }
  }

  @Test
  void aDamagedLogIsNamedAndNotRepaired() throws IOException {
    try (RaftDevice server = start(settings())) {
      Await.result(server.founded());
    }
    Path votes = root.resolve("vote");
    byte[] damaged = new byte[(int) Files.size(votes)];
    Files.write(votes, damaged);

    assertThatThrownBy(() -> start(settings().onDamage(OnDamage.REFUSE)))
        .isInstanceOf(DamagedLog.class)
        .hasMessageContaining("vote");
    assertThat(Files.readAllBytes(votes)).isEqualTo(damaged);
  }

  @Test
  void anErrorOfTheStateMachineIsPassedOnAndNothingIsLeftBehind() throws IOException {
    try (RaftDevice server = start(settings())) {
      Await.result(server.founded());
    }
    Set<Thread> before = threads();

    assertThatThrownBy(() -> RaftDevice.start(settings().build(), TestMachine.overflowing()))
        .isInstanceOf(StackOverflowError.class);

    Await.until(() -> "threads " + threads(), () -> before.containsAll(threads()));
    start(settings()).close();
  }

  @Test
  void anErrorOfTheStateMachineAfterTheFoundingIsToldToWhoeverWaits() throws IOException {
    try (RaftDevice server = RaftDevice.start(settings().build(), TestMachine.overflowing())) {
      assertThat(server.founded())
          .failsWithin(Await.limit())
          .withThrowableOfType(ExecutionException.class)
          .withCauseInstanceOf(StackOverflowError.class);
      assertThat(Await.result(server.failed())).isInstanceOf(StackOverflowError.class);
    }
    start(settings()).close();
  }

  @Test
  void aClosedServerLeavesNoThreadBehind() throws IOException {
    Set<Thread> before = threads();
    RaftDevice server = start(settings());
    Await.result(server.founded());
    server.close();
    server.close();

    Await.until(() -> "threads " + threads(), () -> before.containsAll(threads()));
  }

  @Test
  void anInterfaceThatOthersReachNeedsThatToBeAllowed() throws SocketException {
    Optional<NetworkInterface> open =
        NetworkInterface.networkInterfaces()
            .filter(nic -> !isLoopback(nic) && nic.inetAddresses().findAny().isPresent())
            .findFirst();
    Assumptions.assumeTrue(open.isPresent(), "this machine has loopback only");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> settings().networkInterface(open.get()).build())
        .withMessageContaining("--keys DIR")
        .withMessageContaining("--insecure")
        .withMessageContaining(".insecure()");
    settings().networkInterface(open.get()).exposure(Exposure.INSECURE).build();
  }

  @Test
  void nonsenseIsRefusedWithTheReason() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> settings().expect(0))
        .withMessageContaining("1 to 15 servers, not 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> settings().port(70_000))
        .withMessageContaining("not 70000");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> settings().group("a b"))
        .withMessageContaining("'a b'");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> settings().staticPeers(List.of(URI.create("host:80"))))
        .withMessageContaining("'host:80'");
  }

  private RaftDeviceSettings.Builder settings() {
    return RaftDeviceSettings.builder(root).group("g").expect(1).withoutDiscovery();
  }

  private static RaftDevice start(RaftDeviceSettings.Builder settings) throws IOException {
    return RaftDevice.start(settings.build(), new TestMachine());
  }

  private static boolean isLoopback(NetworkInterface nic) {
    return DiscoverySettings.loopback().interfaces().contains(nic);
  }

  private static Set<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(it -> it.getName().startsWith("flotilla"))
        .collect(Collectors.toSet());
  }
}
