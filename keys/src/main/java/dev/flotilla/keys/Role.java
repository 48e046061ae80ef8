package dev.flotilla.keys;

import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What the owner of a certificate may do. Several roles may be combined. */
public enum Role {
  /** A server of the group; may do what a client may do. */
  MEMBER,
  /** May insert commands, and do what an observer may do. */
  CLIENT,
  /** May read, and ask for the status. */
  OBSERVER,
  /** May change the members and do what a client may do; is no member by that. */
  ADMIN;

  private static final String URI_PREFIX = "urn:flotilla:role:";

  /** The word for it on the command line. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The URI that stands for it in a certificate, as subject alternative name. */
  public String uri() {
    return URI_PREFIX + word();
  }

  /**
   * The role of that word.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Role of(String word) {
    return Arrays.stream(values())
        .filter(role -> role.word().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "not a role: '" + word + "'; use " + words(EnumSet.allOf(Role.class))));
  }

  /** The role that the URI stands for; empty for any other URI. */
  static Optional<Role> ofUri(String uri) {
    return Arrays.stream(values()).filter(role -> role.uri().equals(uri)).findFirst();
  }

  /** The words, with a comma between, in the order of this enumeration. */
  public static String words(Collection<Role> roles) {
    Set<Role> ordered = EnumSet.noneOf(Role.class);
    ordered.addAll(roles);
    return ordered.stream().map(Role::word).collect(Collectors.joining(","));
  }
}
