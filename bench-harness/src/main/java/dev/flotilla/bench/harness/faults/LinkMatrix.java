package dev.flotilla.bench.harness.faults;

import dev.flotilla.bench.LinkControl;
import dev.flotilla.bench.LinkFault;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What happens to messages from each server to each other one: the chaos matrix of the key-value
 * report. Immutable.
 *
 * @param servers how many servers
 * @param faults by ordered pair; pairs that are missing have no fault
 */
public record LinkMatrix(int servers, Map<Link, LinkFault> faults) {
  /**
   * An ordered pair of servers, by their numbers.
   *
   * @param from the sending server
   * @param to the receiving server
   */
  public record Link(int from, int to) implements Comparable<Link> {
    @Override
    public int compareTo(Link other) {
      return from == other.from ? Integer.compare(to, other.to) : Integer.compare(from, other.from);
    }
  }

  /** Sorts the faults, and refuses servers that do not exist. */
  public LinkMatrix {
    faults = Collections.unmodifiableMap(new TreeMap<>(faults));
    for (Link link : faults.keySet()) {
      if (link.from() == link.to()
          || !isServer(link.from(), servers)
          || !isServer(link.to(), servers)) {
        throw new IllegalArgumentException(
            "there is no link from server %s to server %s; choose two different servers from 1 to %s"
                .formatted(link.from(), link.to(), servers));
      }
    }
  }

  private static boolean isServer(int number, int servers) {
    return number >= 1 && number <= servers;
  }

  /** No faults. */
  public static LinkMatrix none(int servers) {
    return new LinkMatrix(servers, Map.of());
  }

  /** The same fault on every link. */
  public static LinkMatrix uniform(int servers, LinkFault fault) {
    return of(servers, link -> Optional.of(fault));
  }

  /**
   * A fault of its own on every link, drawn uniformly.
   *
   * @param seed the same seed draws the same matrix
   * @param most the largest probability and the longest delay
   */
  public static LinkMatrix random(int servers, long seed, LinkFault most) {
    SplittableRandom random = new SplittableRandom(seed);
    return of(
        servers,
        link ->
            Optional.of(
                new LinkFault(
                    random.nextDouble() * most.dropProbability(),
                    random.nextInt(most.delayMillis() + 1))));
  }

  /** Everything from and to one server is lost. */
  public static LinkMatrix isolating(int servers, int server) {
    return of(
        servers,
        link ->
            link.from() == server || link.to() == server
                ? Optional.of(LinkFault.CUT)
                : Optional.empty());
  }

  /** Everything that one server sends is lost; what the others send to it arrives. */
  public static LinkMatrix muting(int servers, int server) {
    return of(
        servers, link -> link.from() == server ? Optional.of(LinkFault.CUT) : Optional.empty());
  }

  /** Everything that the others send to one server is lost; what it sends arrives. */
  public static LinkMatrix deafening(int servers, int server) {
    return of(servers, link -> link.to() == server ? Optional.of(LinkFault.CUT) : Optional.empty());
  }

  private static LinkMatrix of(int servers, Function<Link, Optional<LinkFault>> faults) {
    Map<Link, LinkFault> chosen = new TreeMap<>();
    for (Link link : links(servers)) {
      faults.apply(link).ifPresent(fault -> chosen.put(link, fault));
    }
    return new LinkMatrix(servers, chosen);
  }

  private static List<Link> links(int servers) {
    List<Link> links = new ArrayList<>();
    for (int from = 1; from <= servers; from++) {
      for (int to = 1; to <= servers; to++) {
        if (from != to) {
          links.add(new Link(from, to));
        }
      }
    }
    return links;
  }

  /** The same with another fault from one server to another. */
  public LinkMatrix with(int from, int to, LinkFault fault) {
    Map<Link, LinkFault> changed = new TreeMap<>(faults);
    changed.put(new Link(from, to), fault);
    return new LinkMatrix(servers, changed);
  }

  /** What happens to messages from one server to another. */
  public LinkFault fault(int from, int to) {
    return faults.getOrDefault(new Link(from, to), LinkFault.NONE);
  }

  /**
   * Changes the links that differ from those of the matrix before.
   *
   * @param before what the links are like now
   */
  public void apply(LinkMatrix before, LinkControl control) throws IOException {
    for (Link link : links(servers)) {
      LinkFault fault = fault(link.from(), link.to());
      if (!fault.equals(before.fault(link.from(), link.to()))) {
        control.set(link.from(), link.to(), fault);
      }
    }
  }
}
