package dev.flotilla.keys;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * What a certificate says of its owner. Immutable.
 *
 * @param name the device or user: 1 to 64 of letters, digits, dot, hyphen and underscore, beginning
 *     with a letter or a digit, because it is also the name of files
 * @param roles what the owner may do, at least one role
 * @param memberId the lasting id of the server; there exactly if {@link Role#MEMBER} is a role
 */
public record Grant(String name, Set<Role> roles, Optional<UUID> memberId) {
  private static final String NAME_PATTERN = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}";
  private static final String UUID_PREFIX = "urn:uuid:";

  /** Copies the roles and checks all three. */
  public Grant {
    requireName(name);
    if (roles.isEmpty()) {
      throw new IllegalArgumentException("a certificate needs at least one role");
    }
    roles = Collections.unmodifiableSet(EnumSet.copyOf(roles));
    if (roles.contains(Role.MEMBER) != memberId.isPresent()) {
      throw new IllegalArgumentException(
          "a member id belongs to a certificate with the role member, and to no other");
    }
  }

  /** With a random member id if one of the roles is {@link Role#MEMBER}. */
  public static Grant of(String name, Set<Role> roles) {
    return new Grant(
        name,
        roles,
        roles.contains(Role.MEMBER) ? Optional.of(UUID.randomUUID()) : Optional.empty());
  }

  /** With the member id that is given. */
  public static Grant of(String name, Set<Role> roles, UUID memberId) {
    return new Grant(name, roles, Optional.of(memberId));
  }

  /** The member id as a URI, {@code urn:uuid:...}, as it stands in the certificate. */
  public Optional<String> memberUri() {
    return memberId.map(id -> UUID_PREFIX + id);
  }

  /** The member id that a URI names; empty for any other URI. */
  static Optional<UUID> memberIdOf(String uri) {
    if (!uri.startsWith(UUID_PREFIX)) {
      return Optional.empty();
    }
    try {
      return Optional.of(UUID.fromString(uri.substring(UUID_PREFIX.length())));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /**
   * Refuses what is no name of a device or a group.
   *
   * @throws IllegalArgumentException if the text has another form
   */
  static void requireName(String name) {
    if (!isName(name)) {
      throw new IllegalArgumentException(
          "not a name: '"
              + name
              + "'; use 1 to 64 of letters, digits, dot, - and _, and begin with a letter or digit");
    }
  }

  static boolean isName(String name) {
    return name.matches(NAME_PATTERN);
  }
}
