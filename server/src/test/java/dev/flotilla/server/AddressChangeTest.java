package dev.flotilla.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Servers on three hosts whose addresses change, and a client on a fourth that has met them before.
 * The client tries for 5 s: within that time the group must be there again.
 */
@Tag("full")
class AddressChangeTest {
  private static final int SERVERS = 3;
  private static final int CLIENT = 4;
  private static final int MAX_LOOKS = 20;
  private static final String EXECUTED = "executed";

  @TempDir private Path directory;
  private final String group = "moving-" + UUID.randomUUID().toString().substring(0, 8);
  private final ServerProcess[] servers = new ServerProcess[SERVERS + 1];
  private Hosts hosts;
  private InsertingClient client;

  @BeforeEach
  void start() throws Exception {
    hosts = Hosts.open(CLIENT, Hosts.Family.IPV4);
    for (int host = 1; host <= SERVERS; host++) {
      servers[host] =
          ServerProcess.start(
              hosts.launcher(host),
              directory.resolve("server-" + host),
              "--group",
              group,
              "--expect",
              Integer.toString(SERVERS),
              "--interface",
              Hosts.INTERFACE,
              "--insecure");
    }
    assertThat(status("--timeout", "60").exitCode()).isZero();
    client = inserting("5");
    insertUntilServed();
  }

  @AfterEach
  void clear() throws IOException {
    if (client != null) {
      client.close();
    }
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
  void aLeaderThatMovesIsFoundAgain() throws Exception {
    int leader = leader();
    hosts.changeAddress(leader, hosts.address(leader), moved(leader));

    assertThat(client.insert("after")).isEqualTo(EXECUTED);
    awaitStatusWith(moved(leader));
    assertThat(client.insert("later")).isEqualTo(EXECUTED);
  }

  @Test
  @Tag("full")
  void aFollowerThatMovedServesWhenTheLeaderPauses() throws Exception {
    int leader = leader();
    int follower = leader % SERVERS + 1;
    hosts.changeAddress(follower, hosts.address(follower), moved(follower));
    awaitStatusWith(moved(follower));
    servers[leader].signal("STOP");
    try {
      assertThat(client.insert("while the leader pauses")).isEqualTo(EXECUTED);
    } finally {
      servers[leader].signal("CONT");
    }
    // With another one gone, nothing is executed without the one that moved.
    servers[other(leader, follower)].kill();
    assertThat(client.insert("with the one that moved")).isEqualTo(EXECUTED);
  }

  @Test
  @Tag("full")
  void aLeaderWhoseLinkWasDownIsAMemberAgain() throws Exception {
    int leader = leader();
    hosts.link(leader, "down");
    assertThat(client.insert("while it is down")).isEqualTo(EXECUTED);
    hosts.link(leader, "up");
    assertThat(client.insert("when it is up")).isEqualTo(EXECUTED);
    awaitStatusWith(hosts.address(leader));
    servers[leader % SERVERS + 1].kill();
    assertThat(client.insert("with the one that was away")).isEqualTo(EXECUTED);
  }

  @Test
  @Tag("full")
  void aSecondAddressIsServed() throws Exception {
    hosts.addAddress(1, moved(1));
    hosts.dropMulticast();
    String second = "http://" + moved(1) + ":" + servers[1].address().getPort();
    assertThat(status("--servers", second, "--timeout", "60").exitCode()).as(second).isZero();
  }

  private static int other(int one, int another) {
    return 6 - one - another;
  }

  private static String moved(int host) {
    return "10.77.0." + (100 + host);
  }

  private void insertUntilServed() throws IOException {
    for (int look = 0; look < MAX_LOOKS; look++) {
      if (client.insert("first").equals(EXECUTED)) {
        return;
      }
    }
    throw new AssertionError("the group was not founded");
  }

  /** The host of the leader, when all three are seen. */
  private int leader() throws Exception {
    Pattern row = Pattern.compile("(?m)^leader .*http://10\\.77\\.0\\.(\\d):");
    for (int look = 0; look < MAX_LOOKS; look++) {
      String status = status().output();
      Matcher leaders = row.matcher(status);
      if (!status.contains("no answer") && leaders.find()) {
        return Integer.parseInt(leaders.group(1));
      }
    }
    throw new AssertionError("no leader is shown, or not everybody");
  }

  private void awaitStatusWith(String address) throws Exception {
    String status = "";
    for (int look = 0; look < MAX_LOOKS; look++) {
      status = status().output();
      if (status.contains("http://" + address + ":") && !status.contains("no answer")) {
        return;
      }
    }
    throw new AssertionError("nobody is at " + address + ": " + status);
  }

  private CommandProcess status(String... options) throws Exception {
    String[] line = new String[6 + options.length];
    String[] always = {"status", "--group", group, "--interface", Hosts.INTERFACE, "--forget"};
    System.arraycopy(always, 0, line, 0, always.length);
    System.arraycopy(options, 0, line, always.length, options.length);
    return CommandProcess.run(hosts.launcher(CLIENT), Map.of(), directory, line);
  }

  private InsertingClient inserting(String timeoutSeconds) throws IOException {
    return InsertingClient.start(
        hosts.launcher(CLIENT),
        directory.resolve("client.log"),
        "--group",
        group,
        "--interface",
        Hosts.INTERFACE,
        "--forget",
        "--timeout",
        timeoutSeconds);
  }
}
