package dev.flotilla.raftdpws.keys;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.flotilla.raft.model.NodeId;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Who a certificate names. Immutable.
 *
 * @param name the subject, for people
 * @param roles with those that they include
 * @param member the member that it speaks for; present only with the role of a member
 */
public record Principal(String name, Set<Role> roles, Optional<NodeId> member) {
  private static final Integer URI_NAME = 6;
  private static final int DIGEST_BYTES = 16;
  private static final String MEMBER_PREFIX = "urn:uuid:";

  /** Copies the set. */
  public Principal {
    roles = Set.copyOf(roles);
  }

  /**
   * Reads a certificate; unknown names mean nothing. A certificate that names several members
   * speaks for none.
   */
  public static Principal of(X509Certificate certificate) {
    List<String> uris = uris(certificate);
    Set<Role> roles = EnumSet.noneOf(Role.class);
    uris.stream()
        .map(Role::of)
        .flatMap(Optional::stream)
        .map(Role::included)
        .forEach(roles::addAll);
    List<String> members = uris.stream().filter(uri -> uri.startsWith(MEMBER_PREFIX)).toList();
    Optional<NodeId> member =
        members.size() == 1 && roles.contains(Role.MEMBER) ? id(members.get(0)) : Optional.empty();
    return new Principal(certificate.getSubjectX500Principal().getName(), roles, member);
  }

  /** Whether it may do what this role may. */
  public boolean is(Role role) {
    return roles.contains(role);
  }

  /** Whether it is that member. */
  public boolean is(NodeId id) {
    return member.filter(id::equals).isPresent();
  }

  /** Half of the SHA-256 of the name, in hexadecimal digits: it fits into a uid. */
  String digest() {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(name.getBytes(UTF_8));
      return HexFormat.of().formatHex(digest, 0, DIGEST_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  @Override
  public String toString() {
    String what = roles.stream().sorted().map(Role::text).collect(Collectors.joining(", "));
    return name
        + " ("
        + (what.isEmpty() ? "no role" : what)
        + member.map(id -> ", " + id).orElse("")
        + ")";
  }

  /** The alternative names that are URIs. */
  static List<String> uris(X509Certificate certificate) {
    try {
      Collection<List<?>> names = certificate.getSubjectAlternativeNames();
      return names == null
          ? List.of()
          : names.stream()
              .filter(name -> URI_NAME.equals(name.get(0)))
              .map(name -> String.valueOf(name.get(1)))
              .toList();
    } catch (CertificateParsingException e) {
      return List.of();
    }
  }

  private static Optional<NodeId> id(String uri) {
    try {
      return Optional.of(NodeId.parse(uri));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
