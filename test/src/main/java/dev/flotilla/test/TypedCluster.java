package dev.flotilla.test;

import dev.flotilla.FlotillaClient;
import dev.flotilla.FlotillaServer;
import dev.flotilla.Group;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Servers with a replicated state, and clients of them.
 *
 * @param <C> the command type
 * @param <R> the result type
 */
public final class TypedCluster<C, R> extends FlotillaCluster<FlotillaServer> {
  private final Group<C, R> group;
  private final List<FlotillaClient<C, R>> clients = new ArrayList<>();

  TypedCluster(Group<C, R> group, Plan<FlotillaServer> plan) {
    super(plan);
    this.group = group;
  }

  /** Connects a client. The cluster closes it at the end, if you do not. */
  public FlotillaClient<C, R> client() {
    try {
      FlotillaClient<C, R> client = group.client().connect();
      clients.add(client);
      return client;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    List<Runnable> ends = new ArrayList<>();
    clients.forEach(client -> ends.add(client::close));
    clients.clear();
    ends.add(super::close);
    runAll(ends);
  }
}
