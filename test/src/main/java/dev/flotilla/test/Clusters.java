package dev.flotilla.test;

import dev.flotilla.FlotillaServer;
import dev.flotilla.Group;
import dev.flotilla.ReplicatedState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Starts groups for one test, each with a name of its own, free ports and new directories.
 *
 * <p>Not thread-safe. The groups serve on loopback only.
 */
public final class Clusters implements AutoCloseable {
  private final List<FlotillaCluster<?>> started = new ArrayList<>();
  private final List<Path> directories = new ArrayList<>();

  /** Starts nothing yet. Without {@link FlotillaTest}, close it yourself. */
  public Clusters() {}

  /**
   * Starts servers with a replicated state; blocks until the group is founded.
   *
   * @param servers how many, from 1 to 7
   * @param group makes the group from the name that it gets
   * @param state makes the state of a server
   * @param <C> the command type
   * @param <R> the result type
   * @throws AssertionError if the group is not founded within a minute, longer on a busy machine
   */
  public <C, R> TypedCluster<C, R> start(
      int servers,
      Function<String, Group<C, R>> group,
      Supplier<? extends ReplicatedState<C, R>> state) {
    String name = newName();
    Group<C, R> named = group.apply(name);
    return opened(
        new TypedCluster<>(
            named,
            new FlotillaCluster.Plan<>(
                name,
                servers,
                newDirectory(),
                place ->
                    named
                        .server(state.get())
                        .expect(place.servers())
                        .directory(place.directory())
                        .start(),
                server -> server)));
  }

  /**
   * Starts parts of an application that each hold a server; blocks until the group is founded.
   *
   * @param servers how many, from 1 to 7
   * @param start starts one, with the name of the group, the number of servers and the directory
   *     that it gets
   * @param server the server in such a part
   * @param <M> the part of the application
   * @throws AssertionError if the group is not founded within a minute, longer on a busy machine
   */
  public <M extends AutoCloseable> FlotillaCluster<M> start(
      int servers, Start<M> start, Function<M, FlotillaServer> server) {
    return opened(
        new FlotillaCluster<>(
            new FlotillaCluster.Plan<>(newName(), servers, newDirectory(), start, server)));
  }

  /** Closes everything that was started, and deletes its directories. Can be repeated. */
  @Override
  public void close() {
    List<Runnable> ends = new ArrayList<>();
    started.forEach(cluster -> ends.add(cluster::close));
    directories.forEach(directory -> ends.add(() -> delete(directory)));
    started.clear();
    directories.clear();
    FlotillaCluster.runAll(ends);
  }

  private <T extends FlotillaCluster<?>> T opened(T cluster) {
    started.add(cluster);
    cluster.startAll();
    return cluster;
  }

  private static String newName() {
    return "test-" + Long.toHexString(ThreadLocalRandom.current().nextLong());
  }

  private Path newDirectory() {
    try {
      Path made = Files.createTempDirectory("flotilla-test");
      directories.add(made);
      return made;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path directory) {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
