package dev.flotilla.keys;

import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;

/**
 * A new authority with the first key directories, made in one step. Immutable.
 *
 * @param directory the directory that holds all of them
 * @param authority the certificate of the authority, in {@code authority}
 * @param made a directory for each member, client and the administrator
 */
public record InitialKeys(Path directory, X509Certificate authority, List<KeyDirectory> made) {
  /** The subdirectory of the authority. */
  public static final String AUTHORITY = "authority";

  /** As many members or clients are made at once. */
  public static final int MAX_OF_A_KIND = 100;

  /** Copies the list. */
  public InitialKeys {
    made = List.copyOf(made);
  }

  /**
   * Makes them. Either everything is there and durable on return, or nothing.
   *
   * @param directory must not exist
   * @param members how many, 0 to {@value #MAX_OF_A_KIND}
   * @param clients the same
   * @throws IllegalArgumentException if the name or a number is not within its bounds
   * @throws KeysException if the directory exists or cannot be written
   */
  public static InitialKeys create(
      Path directory, String group, int members, int clients, Clock clock) throws KeysException {
    requireCount("members", members);
    requireCount("clients", clients);
    return create(directory, group, grants(members, clients), clock);
  }

  /**
   * The same, with what the certificates of the members say of their addresses.
   *
   * @param addresses those of each member, in the order of their numbers; at most {@value
   *     #MAX_OF_A_KIND} members
   */
  public static InitialKeys create(
      Path directory, String group, List<List<String>> addresses, int clients, Clock clock)
      throws KeysException {
    requireCount("members", addresses.size());
    requireCount("clients", clients);
    List<Grant> grants = grants(addresses.size(), clients);
    for (int i = 0; i < addresses.size(); i++) {
      grants.set(i, grants.get(i).withAddresses(addresses.get(i)));
    }
    return create(directory, group, grants, clock);
  }

  private static InitialKeys create(Path directory, String group, List<Grant> grants, Clock clock)
      throws KeysException {
    Grant.requireName(group);
    try (StagedDirectory staged = StagedDirectory.of(directory)) {
      Path root = staged.path();
      Authority authority = Authority.create(root.resolve(AUTHORITY), group, clock);
      List<KeyDirectory> made = new ArrayList<>();
      for (Grant grant : grants) {
        KeyDirectory keys =
            authority.issue(grant, Authority.DEFAULT_LIFE, root.resolve(grant.name()));
        made.add(
            KeyDirectory.of(
                directory.resolve(grant.name()),
                keys.certificate(),
                keys.authorities(),
                keys.revocations()));
      }
      staged.publish();
      return new InitialKeys(directory, authority.certificate(), made);
    } catch (IOException e) {
      throw KeysException.writing(directory, e);
    }
  }

  private static List<Grant> grants(int members, int clients) {
    List<Grant> grants = new ArrayList<>();
    for (int number = 1; number <= members; number++) {
      grants.add(Grant.of("member-" + number, EnumSet.of(Role.MEMBER)));
    }
    grants.add(Grant.of("admin", EnumSet.of(Role.ADMIN)));
    for (int number = 1; number <= clients; number++) {
      grants.add(Grant.of("client-" + number, EnumSet.of(Role.CLIENT)));
    }
    return grants;
  }

  private static void requireCount(String what, int count) {
    if (count < 0 || count > MAX_OF_A_KIND) {
      throw new IllegalArgumentException(
          "%s %s must be within 0..%s".formatted(what, count, MAX_OF_A_KIND));
    }
  }
}
