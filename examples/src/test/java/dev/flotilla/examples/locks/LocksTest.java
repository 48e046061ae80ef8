package dev.flotilla.examples.locks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.FlotillaServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three servers and two clients in one JVM. */
@Tag("full")
class LocksTest {
  private static final int SERVERS = 3;

  private final String name = "locks-" + UUID.randomUUID().toString().substring(0, 8);
  private final List<FlotillaServer> servers = new ArrayList<>();
  private LockClient alice;
  private LockClient bob;
  @TempDir private Path directory;

  @BeforeEach
  void start() throws IOException {
    for (int i = 0; i < SERVERS; i++) {
      servers.add(
          LockTable.group(name)
              .server(new LockTable())
              .expect(SERVERS)
              .directory(directory.resolve("server-" + i))
              .start());
    }
    servers.forEach(server -> server.founded().toCompletableFuture().join());
    alice = LockClient.connect(name, null, null);
    bob = LockClient.connect(name, null, null);
  }

  @AfterEach
  void end() {
    alice.close();
    bob.close();
    servers.forEach(FlotillaServer::close);
  }

  @Test
  void aLockIsHeldByOneClientAndSurvivesTheLossOfAServer() {
    long token = alice.exclusive(999_999, 255).orElseThrow().token();
    assertThat(bob.exclusive(999_999, 255)).isEmpty();
    assertThat(bob.release(999_999)).isFalse();
    servers.remove(0).close();
    assertThat(bob.look(999_999).token()).isEqualTo(token);
    assertThat(alice.renew(999_999, 255).orElseThrow().token()).isEqualTo(token);
    assertThat(alice.release(999_999)).isTrue();
    assertThat(bob.exclusive(999_999, 255).orElseThrow().token()).isGreaterThan(token);
  }

  @Test
  @Tag("full")
  void readersShareALock() {
    assertThat(alice.shared(1, 255)).isPresent();
    assertThat(bob.shared(1, 255).orElseThrow().holders()).isEqualTo(2);
    assertThat(new LockPanel(alice).answer("exclusive 1 5")).isEqualTo("not granted");
    assertThat(new LockPanel(alice).answer("release 1")).isEqualTo("released");
    assertThat(new LockPanel(bob).answer("look 1")).contains("holders: 1");
    assertThat(new LockPanel(bob).answer("look me")).isEqualTo("not a number: look me");
    assertThat(new LockPanel(bob).answer("exclusive 1000000 5")).startsWith("no: locks have");
  }
}
