package dev.flotilla.gateway.backend;

import dev.flotilla.dpws.HostPort;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** All web servers; they may join and leave at any time. Any thread. */
public final class BackendSet {
  private static final Comparator<Backend> LEAST_LOAD =
      Comparator.comparingDouble(Backend::load).thenComparingLong(Backend::lastChoice);

  private final CopyOnWriteArrayList<Backend> backends = new CopyOnWriteArrayList<>();
  private final AtomicLong choices = new AtomicLong();
  private final long expectedIntervalMillis;

  /**
   * A set of web servers.
   *
   * @param addresses those that are there from the beginning
   * @param expectedIntervalMillis how often signs of life of each are expected
   */
  public BackendSet(List<HostPort> addresses, long expectedIntervalMillis) {
    this.expectedIntervalMillis = expectedIntervalMillis;
    addresses.forEach(this::join);
  }

  /** Adds a web server; returns the one that has this address already, if there is one. */
  public synchronized Backend join(HostPort address) {
    Optional<Backend> known = find(address);
    if (known.isPresent()) {
      return known.get();
    }
    Backend added = new Backend(address, expectedIntervalMillis);
    backends.add(added);
    return added;
  }

  /** Removes a web server; requests that it works on go on. */
  public synchronized void leave(HostPort address) {
    backends.removeIf(backend -> backend.address().equals(address));
  }

  /** The web server of an address. */
  public Optional<Backend> find(HostPort address) {
    return backends.stream().filter(backend -> backend.address().equals(address)).findFirst();
  }

  /** All of them, in the order in which they joined. */
  public List<Backend> all() {
    return new ArrayList<>(backends);
  }

  /**
   * The living web server with the least load; of those that are equal, the one that was chosen
   * longest ago. If none of the rest lives, one that does not: it may have come back just now.
   *
   * @param tried those not to choose
   */
  public Optional<Backend> choose(Set<Backend> tried, long nowNanos) {
    List<Backend> rest = backends.stream().filter(backend -> !tried.contains(backend)).toList();
    Optional<Backend> best =
        rest.stream().filter(backend -> backend.isLive(nowNanos)).min(LEAST_LOAD);
    Optional<Backend> chosen = best.or(() -> rest.stream().min(LEAST_LOAD));
    chosen.ifPresent(backend -> backend.chosen(choices.incrementAndGet()));
    return chosen;
  }
}
