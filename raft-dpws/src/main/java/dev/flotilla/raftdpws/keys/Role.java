package dev.flotilla.raftdpws.keys;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What a certificate entitles to: {@code urn:flotilla:role:...} among its alternative names. */
public enum Role {
  /** A server of the group: speaks for the member that the certificate names. */
  MEMBER,
  /** Commands, sessions and reads. */
  CLIENT,
  /** Reads and status. */
  OBSERVER,
  /** Members, leadership, snapshots and keys. */
  ADMIN;

  private static final String PREFIX = "urn:flotilla:role:";

  /** The role that a name stands for, if it stands for one that this version knows. */
  static Optional<Role> of(String uri) {
    for (Role role : values()) {
      if (uri.equals(PREFIX + role.text())) {
        return Optional.of(role);
      }
    }
    return Optional.empty();
  }

  /** As in certificates and on the command line. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Itself, and what it includes: a client may observe, a member and an admin be clients. */
  Set<Role> included() {
    return switch (this) {
      case MEMBER -> Set.of(MEMBER, CLIENT, OBSERVER);
      case CLIENT -> Set.of(CLIENT, OBSERVER);
      case OBSERVER -> Set.of(OBSERVER);
      case ADMIN -> Set.of(ADMIN, CLIENT, OBSERVER);
    };
  }
}
