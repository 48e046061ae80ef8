package dev.flotilla.raft.model;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The lasting identity of a server: the UUID of its DPWS endpoint reference.
 *
 * <p>It survives restarts and changes of address. It does not survive the loss of the data
 * directory by itself: see {@link Member}.
 *
 * @param uuid the UUID behind {@code urn:uuid:}
 */
public record NodeId(UUID uuid) implements Comparable<NodeId> {
  private static final String PREFIX = "urn:uuid:";

  /**
   * Reads {@code urn:uuid:...}, or a bare UUID.
   *
   * @throws IllegalArgumentException if the text is neither
   */
  public static NodeId parse(String text) {
    String bare = text.startsWith(PREFIX) ? text.substring(PREFIX.length()) : text;
    try {
      return new NodeId(UUID.fromString(bare));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "not a member id: '" + text + "'; expected urn:uuid: and a UUID", e);
    }
  }

  /** Compared for each message; the one that the compiler makes costs a first call much more. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof NodeId that && uuid.equals(that.uuid);
  }

  @Override
  public int hashCode() {
    return uuid.hashCode();
  }

  /** Orders by the UUID's text, so that every member sorts a list of members alike. */
  @Override
  public int compareTo(NodeId other) {
    return uuid.toString().compareTo(other.uuid.toString());
  }

  /** The endpoint reference address, {@code urn:uuid:...}. */
  @Override
  public String toString() {
    return PREFIX + uuid;
  }
}
