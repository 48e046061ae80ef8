package dev.flotilla.test;

import dev.flotilla.FlotillaClient;
import dev.flotilla.FlotillaServer;
import dev.flotilla.Group;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Servers with a replicated state, and clients of them.
 *
 * @param <C> the command type
 * @param <R> the result type
 */
public final class TypedCluster<C, R> extends FlotillaCluster<FlotillaServer> {
  private final Group<C, R> group;

  TypedCluster(Group<C, R> group, Plan<FlotillaServer> plan) {
    super(plan);
    this.group = group;
  }

  /** Connects a client; close it before the cluster. */
  public FlotillaClient<C, R> client() {
    try {
      return group.client().connect();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
