package dev.flotilla.bench.harness.management;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServerAddressesTest {
  private static final URI A = URI.create("http://192.0.2.1:1/RAFT_Service");
  private static final URI B = URI.create("http://192.0.2.2:2/RAFT_Service");
  private static final URI C = URI.create("http://192.0.2.3:3/RAFT_Service");

  @Test
  void serversAndClientsGiveTheGroupTheSameName() {
    ServerAddresses ofAServer = new ServerAddresses(List.of(C, B)).with(A);
    ServerAddresses ofAClient = new ServerAddresses(List.of(B, A, C, A));

    assertThat(ofAServer.group()).isEqualTo(ofAClient.group()).matches("bench-2014-[0-9a-f]{16}");
    assertThat(ofAServer.without(A).group()).isNotEqualTo(ofAClient.group());
  }

  @Test
  void aServerWaitsForAtLeastTheTimeoutOf2014() {
    assertThat(ManagedServer.timing(166))
        .containsExactly("--election-timeout", "166-216", "--heartbeat", "50");
    assertThat(ManagedServer.timing(ManagedServer.MIN_TIMEOUT_MILLIS))
        .containsExactly("--election-timeout", "15-20", "--heartbeat", "5");
    assertThat(ManagedServer.timing(ManagedServer.MAX_TIMEOUT_MILLIS))
        .containsExactly("--election-timeout", "59950-60000", "--heartbeat", "50");
  }
}
