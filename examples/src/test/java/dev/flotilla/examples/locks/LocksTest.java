package dev.flotilla.examples.locks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.FlotillaServer;
import dev.flotilla.recipes.Recipes;
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
  private Recipes ofAlice;
  private Recipes ofBob;
  @TempDir private Path directory;

  @BeforeEach
  void start() throws IOException {
    for (int i = 0; i < SERVERS; i++) {
      servers.add(
          Recipes.server(name).expect(SERVERS).directory(directory.resolve("server-" + i)).start());
    }
    servers.forEach(server -> server.founded().toCompletableFuture().join());
    ofAlice = Recipes.connect(name);
    ofBob = Recipes.connect(name);
  }

  @AfterEach
  void end() {
    ofAlice.close();
    ofBob.close();
    servers.forEach(FlotillaServer::close);
  }

  @Test
  void aLockIsHeldByOneClientAndSurvivesTheLossOfAServer() {
    LockPanel alice = new LockPanel(ofAlice);
    LockPanel bob = new LockPanel(ofBob);

    String held = alice.answer("take door");
    assertThat(held).startsWith("held, token ");
    assertThat(bob.answer("take door")).isEqualTo("not granted");
    assertThat(bob.answer("release door")).isEqualTo("not held here");
    servers.remove(0).close();
    assertThat(alice.answer("look door")).isEqualTo(held);
    assertThat(alice.answer("release door")).isEqualTo("released");
    assertThat(token(bob.answer("take door"))).isGreaterThan(token(held));
    assertThat(bob.answer("open door")).contains("take LOCK");
  }

  private static long token(String answer) {
    return Long.parseLong(answer.substring("held, token ".length()));
  }
}
