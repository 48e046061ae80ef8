package dev.flotilla.keys;

import dev.flotilla.dpws.tls.Pem;
import dev.flotilla.keys.PrivateFiles.Readers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The keys of one device or user: a directory of PEM files. Immutable; says what was in the files
 * when it was read. The private key is checked and not kept.
 *
 * @param path the directory
 * @param grant what the certificate says of its owner
 * @param certificate the certificate
 * @param authorities the certificates of the group's authority, at least one
 * @param revocations the authority's revocation list, if the directory has one
 */
public record KeyDirectory(
    Path path,
    Grant grant,
    X509Certificate certificate,
    List<X509Certificate> authorities,
    Optional<X509CRL> revocations) {
  /** The certificates of the group's authority. */
  public static final String AUTHORITY = "authority.pem";

  /** The certificate of the device. */
  public static final String CERTIFICATE = "certificate.pem";

  /** The private key of the device. */
  public static final String KEY = "key.pem";

  /** The revocation list. */
  public static final String REVOKED = "revoked.pem";

  private static final Duration WARNING = Duration.ofDays(30);

  /** Copies the list. */
  public KeyDirectory {
    authorities = List.copyOf(authorities);
  }

  /**
   * Reads a directory; blocks for milliseconds.
   *
   * @throws KeysException if a file is missing or damaged, if others can read the private key, or
   *     if key, certificate and authority do not belong together
   */
  public static KeyDirectory open(Path path) throws KeysException {
    PrivateKey key = PemFiles.privateKey(path.resolve(KEY));
    X509Certificate certificate = certificates(path.resolve(CERTIFICATE)).get(0);
    List<X509Certificate> authorities = certificates(path.resolve(AUTHORITY));
    if (!KeyPairs.match(certificate.getPublicKey(), key)) {
      throw KeysException.damaged(path.resolve(KEY), "does not belong to " + CERTIFICATE);
    }
    if (authorities.stream().noneMatch(it -> CertificateFields.isSignedBy(certificate, it))) {
      throw KeysException.damaged(path.resolve(CERTIFICATE), "is not of the authority beside it");
    }
    return of(path, certificate, authorities, revocations(path.resolve(REVOKED)));
  }

  /** The group, as the authority's certificate names it. */
  public String group() {
    return authorities.stream()
        .flatMap(it -> CertificateFields.groupOf(it).stream())
        .findFirst()
        .orElse("?");
  }

  /**
   * Why servers of the group reject the certificate at that time, or soon; empty if they do not.
   */
  public List<String> problems(Instant now) {
    List<String> found = new ArrayList<>();
    Instant ends = certificate.getNotAfter().toInstant();
    if (now.isBefore(certificate.getNotBefore().toInstant())) {
      found.add("is not valid before " + certificate.getNotBefore().toInstant());
    }
    if (now.isAfter(ends)) {
      found.add("ended on " + ends + "; renew it with 'flotilla keys renew'");
    } else if (now.plus(WARNING).isAfter(ends)) {
      found.add("ends on " + ends + ", soon; renew it with 'flotilla keys renew'");
    }
    if (authorities.stream().allMatch(it -> now.isAfter(it.getNotAfter().toInstant()))) {
      found.add("is of an authority that has ended; make new keys with 'flotilla keys init'");
    }
    if (revocations.filter(list -> list.isRevoked(certificate)).isPresent()) {
      found.add("is revoked; issue another with 'flotilla keys issue'");
    }
    return List.copyOf(found);
  }

  /** Writes the files into an empty directory, the key first. Each is durable on return. */
  static void write(Path path, PrivateKey key, X509Certificate certificate, SharedFiles shared)
      throws IOException {
    writeKey(path, key);
    writeRest(path, certificate, shared);
  }

  static void writeKey(Path path, PrivateKey key) throws IOException {
    PrivateFiles.write(path.resolve(KEY), Pem.of(Pem.PRIVATE_KEY, key.getEncoded()), Readers.OWNER);
  }

  static void writeRest(Path path, X509Certificate certificate, SharedFiles shared)
      throws IOException {
    PrivateFiles.write(path.resolve(AUTHORITY), shared.authorities(), Readers.EVERYBODY);
    PrivateFiles.write(path.resolve(REVOKED), shared.revocations(), Readers.EVERYBODY);
    PrivateFiles.write(path.resolve(CERTIFICATE), Pem.of(certificate), Readers.EVERYBODY);
  }

  static KeyDirectory of(
      Path path,
      X509Certificate certificate,
      List<X509Certificate> authorities,
      Optional<X509CRL> revocations)
      throws KeysException {
    Grant grant =
        CertificateFields.grantOf(certificate)
            .orElseThrow(
                () ->
                    KeysException.damaged(
                        path.resolve(CERTIFICATE), "is no certificate of a device of Flotilla"));
    return new KeyDirectory(path, grant, certificate, authorities, revocations);
  }

  private static List<X509Certificate> certificates(Path file) throws KeysException {
    List<X509Certificate> found = PemFiles.certificates(file);
    if (found.isEmpty()) {
      throw KeysException.damaged(file, "holds no certificate (X.509, PEM)");
    }
    return found;
  }

  private static Optional<X509CRL> revocations(Path file) throws KeysException {
    return Files.exists(file)
        ? PemFiles.revocations(PrivateFiles.read(file), file)
        : Optional.empty();
  }
}
