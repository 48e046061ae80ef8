package dev.flotilla.client.dpws;

import dev.flotilla.client.ReadFrom;
import java.net.URI;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The servers that one read asks: those that were asked for, in turns, each once before any again.
 * What they answer says nothing of who leads.
 *
 * <p>Of one call at a time; each method is atomic.
 */
final class SpreadTargets implements Targets {
  private final Servers servers;
  private final ReadFrom readFrom;
  private final int turn;
  private final Set<URI> tried = new HashSet<>();

  SpreadTargets(Servers servers, ReadFrom readFrom) {
    this.servers = servers;
    this.readFrom = readFrom;
    this.turn = servers.nextTurn();
  }

  @Override
  public synchronized Optional<URI> target() {
    List<URI> wanted = servers.holding(readFrom);
    List<URI> untried = wanted.stream().filter(it -> !tried.contains(it)).toList();
    if (untried.isEmpty()) {
      // The leader can answer whatever these could not.
      tried.clear();
      return servers.target();
    }
    URI next = untried.get(Math.floorMod(turn, untried.size()));
    tried.add(next);
    return Optional.of(next);
  }

  @Override
  public void led(URI server) {
    servers.found(server);
  }

  @Override
  public void redirected(URI server, Optional<URI> leader) {
    leader.ifPresent(servers::told);
    if (leader.isEmpty()) {
      servers.lookAround();
    }
  }

  @Override
  public void failed(URI server) {
    servers.failed(server);
  }

  @Override
  public void search() {
    servers.search();
  }
}
