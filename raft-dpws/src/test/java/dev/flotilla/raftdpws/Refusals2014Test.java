package dev.flotilla.raftdpws;

import static dev.flotilla.raftdpws.Client2014.fields;
import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.dpws.http.client.CallerOptions;
import dev.flotilla.node.statemachine.Room;
import dev.flotilla.raftdpws.TestServers.Server;
import dev.flotilla.raftdpws.message.InsertCommandResponse;
import dev.flotilla.testing.Await;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client of 2014 ends at a fault, and asks again for success false with an address. */
@Tag("slow")
class Refusals2014Test {
  private static final String COMMAND = "x".repeat(900_000);

  /** Together more than twice the 8 MiB that may wait: an election between them makes room once. */
  private static final int COMMANDS = 24;

  @TempDir private Path root;
  private TestServers servers;
  private Server server;

  @BeforeEach
  void prepare() {
    servers = new TestServers(root, CallerOptions.DEFAULT.withConnections(COMMANDS, 1));
    servers.startGroup(1);
    server = servers.leader();
  }

  @AfterEach
  void stop() {
    server.machine.release();
    servers.close();
  }

  @Test
  void aServerWhoseDiskIsFullNamesItselfUntilThereIsRoom() {
    server.machine.setRoom(Room.LITTLE);
    List<String> refused = attemptUntil("success=false");
    String refusedLater = Http.post(server.device.address(), Client2014.untypedAttempt()).body();
    server.machine.setRoom(Room.ENOUGH);
    List<String> executed = attemptUntil("success=true");

    assertThat(refused)
        .containsExactly("success=false", "leaderAddress=" + server.device.address());
    assertThat(executed.get(1)).startsWith("result=");
    assertThat(refusedLater).contains(":disk-full<");
  }

  @Test
  void aBusyServerRefusesUntilItIsNot() {
    server.machine.hold();
    List<CompletableFuture<InsertCommandResponse>> waiting = new ArrayList<>();
    for (int i = 0; i < COMMANDS; i++) {
      waiting.add(
          servers.insertLater(server.device.address(), "uid" + i, COMMAND).toCompletableFuture());
    }
    Await.until(
        servers::toString, () -> waiting.stream().anyMatch(Refusals2014Test::isRefusedAsBusy));
    server.machine.release();
    List<String> executed = attemptUntil("success=true");

    assertThat(executed.get(1)).startsWith("result=");
  }

  private static boolean isRefusedAsBusy(CompletableFuture<InsertCommandResponse> command) {
    return command
        .handle(
            (done, failure) ->
                failure != null
                    && failure.getMessage().contains("wait to be committed and applied"))
        .getNow(false);
  }

  private List<String> attemptUntil(String wanted) {
    List<String> last = fields(attempt().body());
    for (int i = 0; i < 1_000 && !last.contains(wanted); i++) {
      last = fields(attempt().body());
    }
    return last;
  }

  private HttpResponse<String> attempt() {
    return Http.post(server.device.address(), Client2014.attempt());
  }
}
