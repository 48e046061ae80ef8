package dev.flotilla.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Server processes on three hosts, and a client on a fourth. */
@Tag("slow")
class HostsTest {
  private static final int SERVERS = 3;
  private static final int CLIENT = 4;
  private static final int PORT = 7_001;
  private static final int MAX_LOOKS = 20;

  @TempDir private Path directory;
  private final String group = "hosts-" + UUID.randomUUID().toString().substring(0, 8);
  private final ServerProcess[] servers = new ServerProcess[SERVERS + 1];
  private Hosts hosts;

  @AfterEach
  void clear() {
    for (ServerProcess server : servers) {
      if (server != null) {
        server.close();
      }
    }
    if (hosts != null) {
      hosts.close();
    }
  }

  @Test
  @Tag("full")
  void aGroupLivesByNamedAddressesWhereMulticastDoesNotReach() throws Exception {
    hosts = Hosts.open(CLIENT, Hosts.Family.IPV4);
    hosts.dropMulticast();
    String urls = String.join(",", IntStream.rangeClosed(1, SERVERS).mapToObj(this::url).toList());
    for (int host = 1; host <= SERVERS; host++) {
      start(host, "--group", group, "--expect", "3", "--port", "" + PORT, "--peers", urls);
    }
    String[] named = {"--servers", urls};
    succeeds(insert("first", named));
    assertThat(client("status", "--timeout", "1", "--group", group).exitCode())
        .as("nobody is found by multicast")
        .isEqualTo(ExitCode.UNAVAILABLE.number());

    livesOnWithoutItsLeaderAndTakesItBack(named, "--port", "" + PORT);
  }

  @Test
  @Tag("full")
  void aGroupIsFoundByDiscoveryAcrossHostsWithoutARouteForMulticast() throws Exception {
    hosts = Hosts.open(CLIENT, Hosts.Family.IPV4);
    for (int host = 1; host <= SERVERS; host++) {
      start(host, "--group", group, "--expect", "3");
    }
    String[] nothing = {};
    succeeds(insert("first", nothing));

    livesOnWithoutItsLeaderAndTakesItBack(nothing);
  }

  @Test
  @Tag("full")
  void hostsWithoutIpv4FoundAGroup() throws Exception {
    hosts = Hosts.open(CLIENT, Hosts.Family.IPV6);
    for (int host = 1; host <= 2; host++) {
      start(host, "--group", group, "--expect", "2");
    }
    succeeds(insert("first"));
    assertThat(servers[1].address().getHost()).isEqualTo("[fd77::1]");
  }

  private void livesOnWithoutItsLeaderAndTakesItBack(String[] named, String... options)
      throws Exception {
    int leader = leader(named);
    servers[leader].kill();
    succeeds(insert("second", named));
    start(leader, options);
    // With another one gone, nothing is executed without the one that came back.
    servers[leader % SERVERS + 1].kill();
    succeeds(insert("third", named));
  }

  private CommandProcess insert(String command, String... named) throws Exception {
    return client(with(named, "insert", "--timeout", "30", "--group", group, command));
  }

  /** The host of the leader, when all three are seen. */
  private int leader(String... named) throws Exception {
    Pattern row = Pattern.compile("(?m)^leader .*http://10\\.77\\.0\\.(\\d):");
    for (int look = 0; look < MAX_LOOKS; look++) {
      String status = client(with(named, "status", "--group", group)).output();
      var leaders = row.matcher(status);
      if (!status.contains("no answer") && leaders.find()) {
        return Integer.parseInt(leaders.group(1));
      }
    }
    throw new AssertionError("no leader is shown, or not everybody");
  }

  private void start(int host, String... options) throws IOException {
    String[] always = {"--interface", Hosts.INTERFACE, "--insecure"};
    servers[host] =
        ServerProcess.start(
            hosts.launcher(host), directory.resolve("server-" + host), with(options, always));
  }

  private CommandProcess client(String... command) throws Exception {
    return CommandProcess.run(
        hosts.launcher(CLIENT),
        Map.of(),
        directory,
        with(command("--interface", Hosts.INTERFACE, "--forget"), command));
  }

  private String url(int host) {
    return "http://" + hosts.address(host) + ":" + PORT;
  }

  private static void succeeds(CommandProcess command) {
    assertThat(command.exitCode()).as("%s", command).isZero();
  }

  private static String[] command(String... words) {
    return words;
  }

  /** The first words, then the last ones. */
  private static String[] with(String[] last, String... first) {
    List<String> all = new ArrayList<>(List.of(first));
    all.addAll(List.of(last));
    return all.toArray(String[]::new);
  }
}
