package dev.flotilla.raftdpws.directory;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The addresses at which one member may be, best first.
 *
 * <p>What decides the order is experience only: an address that worked goes to the front, one that
 * failed to the end, and one that somebody merely named waits at the end for its turn. So whoever
 * forges announcements can neither push out an address that works, nor keep a true one from its
 * turn: the forged ones fail, and fall behind it.
 *
 * <p>Owner: {@link AddressDirectory}, under its lock.
 */
final class Candidates {
  /** A full list forgets an address that never worked, one that failed before others. */
  static final int MAX_ADDRESSES = 8;

  private final List<URI> addresses = new ArrayList<>();
  private final Set<URI> proven = new HashSet<>();
  private final Set<URI> failed = new HashSet<>();

  List<URI> inOrder() {
    return List.copyOf(addresses);
  }

  /** Those that have worked, in order. */
  List<URI> proven() {
    return addresses.stream().filter(proven::contains).toList();
  }

  void named(URI address) {
    if (!addresses.contains(address)) {
      addresses.add(address);
      forgetOne();
    }
  }

  /** Whether anything changed. */
  boolean worked(URI address) {
    boolean isFirst = !addresses.isEmpty() && addresses.get(0).equals(address);
    if (isFirst && proven.contains(address) && !failed.contains(address)) {
      return false;
    }
    proven.add(address);
    failed.remove(address);
    addresses.remove(address);
    addresses.add(0, address);
    forgetOne();
    return true;
  }

  void failed(URI address) {
    if (addresses.remove(address)) {
      addresses.add(address);
      failed.add(address);
    }
  }

  private void forgetOne() {
    if (addresses.size() <= MAX_ADDRESSES) {
      return;
    }
    URI victim =
        addresses.stream()
            .filter(address -> !proven.contains(address) && failed.contains(address))
            .findFirst()
            .or(() -> addresses.stream().filter(address -> !proven.contains(address)).findFirst())
            .orElse(addresses.get(addresses.size() - 1));
    addresses.remove(victim);
    proven.remove(victim);
    failed.remove(victim);
  }
}
