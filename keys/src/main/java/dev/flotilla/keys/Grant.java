package dev.flotilla.keys;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * What a certificate says of its owner. Immutable.
 *
 * @param name the device or user: 1 to 64 of letters, digits, dot, hyphen and underscore, beginning
 *     with a letter or a digit, because it is also the name of files
 * @param roles what the owner may do, at least one role
 * @param memberId the lasting id of the server; there exactly if {@link Role#MEMBER} is a role
 * @param addresses the IP addresses and host names by which foreign clients call the server, which
 *     compare them with its certificate; Flotilla's own do not. At most {@value #MAX_ADDRESSES}
 */
public record Grant(String name, Set<Role> roles, Optional<UUID> memberId, List<String> addresses) {
  static final int MAX_ADDRESSES = 16;

  private static final String NAME_PATTERN = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}";
  private static final String UUID_PREFIX = "urn:uuid:";
  private static final Pattern IP_V4 = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}");
  private static final Pattern HOST =
      Pattern.compile(
          "(?=.{1,253}$)[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9_])?"
              + "(\\.[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9_])?)*");

  /** Copies roles and addresses, and checks all. */
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
    addresses = List.copyOf(addresses);
    addresses.forEach(Grant::requireAddress);
    if (addresses.size() > MAX_ADDRESSES) {
      throw new IllegalArgumentException(
          "a certificate names at most %s addresses, not %s"
              .formatted(MAX_ADDRESSES, addresses.size()));
    }
  }

  /** With a random member id if one of the roles is {@link Role#MEMBER}. */
  public static Grant of(String name, Set<Role> roles) {
    return new Grant(
        name,
        roles,
        roles.contains(Role.MEMBER) ? Optional.of(UUID.randomUUID()) : Optional.empty(),
        List.of());
  }

  /** With the member id that is given. */
  public static Grant of(String name, Set<Role> roles, UUID memberId) {
    return new Grant(name, roles, Optional.of(memberId), List.of());
  }

  /** The same with other addresses. */
  public Grant withAddresses(List<String> others) {
    return new Grant(name, roles, memberId, others);
  }

  /** Whether an address is an IP address, and no host name. */
  static boolean isIpAddress(String address) {
    return IP_V4.matcher(address).matches() || address.contains(":");
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
              + "'; use 1 to 64 of letters, digits, dot, - and _, and begin with a letter or"
              + " digit");
    }
  }

  private static void requireAddress(String address) {
    boolean isGood = isIpAddress(address) ? isLiteral(address) : HOST.matcher(address).matches();
    if (!isGood) {
      throw new IllegalArgumentException(
          "not an address: '%s'; use an IP address such as 192.168.1.5 or fd00::5, or a host name"
              .formatted(address));
    }
  }

  /** Reads digits and colons only, so that no name is looked up. */
  private static boolean isLiteral(String address) {
    try {
      return address.matches("[0-9a-fA-F:.]+") && InetAddress.getByName(address) != null;
    } catch (UnknownHostException e) {
      return false;
    }
  }

  static boolean isName(String name) {
    return name.matches(NAME_PATTERN);
  }
}
