package dev.flotilla.dpws.discovery;

import java.util.List;

/**
 * Answers a Probe.
 *
 * @param matches the devices that match; from a device itself at most one, from a proxy many
 */
public record ProbeMatches(List<Target> matches) implements DiscoveryMessage {
  /** Copies the list. */
  public ProbeMatches {
    matches = List.copyOf(matches);
  }
}
