package dev.flotilla.client.dpws;

import dev.flotilla.client.ReadFrom;
import dev.flotilla.raftdpws.message.StatusResponse;
import java.net.URI;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * The servers that a watch may ask, in the order of the wish for a leader or for others. Any
 * thread; nothing blocks.
 *
 * @param servers all that are known
 * @param named those that the client was given
 * @param readFrom who is to serve the watch
 * @param search looks for more servers, and for who leads
 * @param statuses asks a server whether it is there
 */
record WatchedServers(
    Servers servers,
    List<URI> named,
    ReadFrom readFrom,
    ServerSearch search,
    Function<URI, CompletionStage<StatusResponse>> statuses) {
  /** Whom to ask, the best first; a named server only if it is of the group. */
  List<URI> inOrder() {
    List<URI> all = servers.inOrder();
    Set<URI> ordered = new LinkedHashSet<>();
    if (readFrom == ReadFrom.LEADER) {
      servers.leading().ifPresent(ordered::add);
    }
    named.stream().filter(all::contains).forEach(ordered::add);
    ordered.addAll(servers.holding(readFrom));
    ordered.addAll(all);
    return List.copyOf(ordered);
  }

  /** Where a watch should go that another server serves: the leader, if that is the wish. */
  Optional<URI> better() {
    return readFrom == ReadFrom.LEADER ? servers.leading() : Optional.empty();
  }

  /** Whether nobody knows where it should go. */
  boolean lacksLeader() {
    return readFrom == ReadFrom.LEADER && servers.leading().isEmpty();
  }
}
