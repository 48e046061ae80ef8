package dev.flotilla.recipes;

import dev.flotilla.FlotillaServer;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Servers of one group of recipes in this process, and clients of it. */
final class RecipeServers implements AutoCloseable {
  /** Longer than any outage on a busy machine. */
  static final Duration LONG = Duration.ofMinutes(30);

  private final String name = "recipes-" + UUID.randomUUID().toString().substring(0, 8);
  private final Path directory;
  private final int count;
  private final List<FlotillaServer> running = new ArrayList<>();

  RecipeServers(Path directory, int count) throws IOException {
    this.directory = directory;
    this.count = count;
    for (int i = 0; i < count; i++) {
      running.add(start(i));
    }
    running.forEach(server -> Await.result(server.founded()));
  }

  private FlotillaServer start(int server) throws IOException {
    return Recipes.server(name)
        .expect(count)
        .directory(directory.resolve("server-" + server))
        .start();
  }

  String name() {
    return name;
  }

  /** A client that a busy machine makes lose nothing, and whose calls may take as long. */
  Recipes connect() throws IOException {
    return connect(LONG);
  }

  Recipes connect(Duration ttl) throws IOException {
    return connect(ttl, Await.limit());
  }

  Recipes connect(Duration ttl, Duration timeout) throws IOException {
    return Recipes.over(Recipes.group(name).client().timeout(timeout).connect(), ttl);
  }

  /** Ends the server that leads. */
  void endLeader() {
    FlotillaServer leader =
        Await.present(
            () -> "a leader",
            () -> running.stream().filter(it -> it.role().equals("leader")).findFirst());
    running.remove(leader);
    leader.close();
  }

  @Override
  public void close() {
    running.forEach(FlotillaServer::close);
  }
}
