package dev.flotilla.bench.harness.management;

import dev.flotilla.raftdpws.directory.RaftAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The RAFT_Service addresses of servers, each once, in a fixed order.
 *
 * @param all at most {@value #MAX_SERVERS}
 */
record ServerAddresses(List<URI> all) {
  static final int MAX_SERVERS = 15;

  /** Sorts them, and rejects more than a group has. */
  ServerAddresses {
    SortedSet<URI> sorted = new TreeSet<>(all);
    if (sorted.size() > MAX_SERVERS) {
      throw new IllegalArgumentException(
          "the membership has %s servers; at most %s are accepted"
              .formatted(sorted.size(), MAX_SERVERS));
    }
    all = List.copyOf(sorted);
  }

  /**
   * Addresses as a manager writes them.
   *
   * @throws IllegalArgumentException if one is not an http URL with an IP address
   */
  static ServerAddresses parse(Collection<String> texts) {
    return new ServerAddresses(texts.stream().map(ServerAddresses::address).toList());
  }

  ServerAddresses with(URI address) {
    SortedSet<URI> more = new TreeSet<>(all);
    more.add(address);
    return new ServerAddresses(List.copyOf(more));
  }

  ServerAddresses without(URI address) {
    return new ServerAddresses(all.stream().filter(it -> !it.equals(address)).toList());
  }

  boolean containsAll(ServerAddresses others) {
    return all.containsAll(others.all);
  }

  int count() {
    return all.size();
  }

  /** The group that these servers found: a manager of 2014 gives no name. */
  String group() {
    String text = all.stream().map(URI::toString).collect(Collectors.joining(" "));
    UUID hash = UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8));
    return "bench-2014-%016x".formatted(hash.getMostSignificantBits());
  }

  private static URI address(String text) {
    return RaftAddress.parseClaimed(text.strip())
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "'%s' is not the address of a server; it looks like http://10.0.0.1:7001/RAFT_Service"
                        .formatted(text)));
  }
}
