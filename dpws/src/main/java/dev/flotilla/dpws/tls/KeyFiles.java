package dev.flotilla.dpws.tls;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the files of a key directory held when they were read. Immutable.
 *
 * @param authority the certificates of the authority, PEM; several while it is renewed
 * @param certificate the own certificate, PEM
 * @param key its private key, PKCS#8 in PEM, not encrypted
 * @param revoked the authority's list of revoked certificates, PEM; empty if there is none
 */
record KeyFiles(
    Path directory, String authority, String certificate, String key, Optional<String> revoked) {
  private static final String AUTHORITY = "authority.pem";
  private static final String CERTIFICATE = "certificate.pem";
  private static final String KEY = "key.pem";
  private static final String REVOKED = "revoked.pem";

  /** Far more than a directory of a large group needs. */
  private static final long MAX_BYTES = 1 << 20;

  /** Reads the directory. Blocks for the disk. */
  static KeyFiles read(Path directory) throws IOException {
    Path key = directory.resolve(KEY);
    requirePrivate(key);
    return new KeyFiles(
        directory,
        text(directory.resolve(AUTHORITY)),
        text(directory.resolve(CERTIFICATE)),
        text(key),
        Files.exists(directory.resolve(REVOKED))
            ? Optional.of(text(directory.resolve(REVOKED)))
            : Optional.empty());
  }

  List<X509Certificate> authorities() throws KeysUnusable {
    return certificates(AUTHORITY, authority);
  }

  X509Certificate ownCertificate() throws KeysUnusable {
    return certificates(CERTIFICATE, certificate).get(0);
  }

  /** The private key, which is of the kind of the certificate's public key. */
  PrivateKey privateKey(X509Certificate owner) throws KeysUnusable {
    try {
      return Pem.privateKey(key, owner.getPublicKey().getAlgorithm())
          .orElseThrow(
              () ->
                  unusable(
                      KEY,
                      "it has no line '-----BEGIN PRIVATE KEY-----' (PKCS#8, not encrypted)",
                      null));
    } catch (GeneralSecurityException e) {
      throw unusable(KEY, "it is not a private key for " + CERTIFICATE + ": " + e.getMessage(), e);
    }
  }

  Optional<X509CRL> revocationList() throws KeysUnusable {
    if (revoked.isEmpty()) {
      return Optional.empty();
    }
    try {
      Optional<X509CRL> list = Pem.revocations(revoked.get());
      return Optional.of(
          list.orElseThrow(
              () -> unusable(REVOKED, "it holds no list of revoked certificates", null)));
    } catch (GeneralSecurityException e) {
      throw unusable(REVOKED, "it is no list of revoked certificates: " + e.getMessage(), e);
    }
  }

  /** Reads a list of revoked certificates, DER or PEM. */
  static X509CRL revocationList(byte[] encoded) throws GeneralSecurityException {
    return (X509CRL)
        CertificateFactory.getInstance("X.509").generateCRL(new ByteArrayInputStream(encoded));
  }

  /** Puts a list in the place of the directory's. Blocks for the disk. */
  static void writeRevocations(Path directory, X509CRL list) throws IOException {
    Path written = directory.resolve(REVOKED + ".new");
    Files.writeString(written, Pem.of(list), ISO_8859_1);
    Files.move(written, directory.resolve(REVOKED), StandardCopyOption.REPLACE_EXISTING);
  }

  KeysUnusable keyDoesNotMatch() {
    return unusable(KEY, "it is not the key of " + CERTIFICATE, null);
  }

  KeysUnusable authorityIsNone(String reason) {
    return unusable(AUTHORITY, reason, null);
  }

  KeysUnusable certificateIsForeign(String reason) {
    return unusable(CERTIFICATE, reason, null);
  }

  KeysUnusable revocationsAreForeign() {
    return unusable(REVOKED, "it is not signed by the authority of " + AUTHORITY, null);
  }

  private List<X509Certificate> certificates(String name, String pem) throws KeysUnusable {
    try {
      List<X509Certificate> found = Pem.certificates(pem);
      if (found.isEmpty()) {
        throw unusable(name, "it holds no certificate", null);
      }
      return found;
    } catch (GeneralSecurityException e) {
      throw unusable(name, "it holds no certificate: " + e.getMessage(), e);
    }
  }

  private KeysUnusable unusable(String name, String reason, @Nullable Throwable cause) {
    return new KeysUnusable(directory.resolve(name), reason, cause);
  }

  private static String text(Path file) throws IOException {
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw new KeysUnusable(file, "it is longer than " + MAX_BYTES + " bytes", null);
      }
      return Files.readString(file, ISO_8859_1);
    } catch (NoSuchFileException e) {
      throw new KeysUnusable(
          file,
          "there is no such file; a key directory holds authority.pem, certificate.pem and key.pem",
          e);
    } catch (KeysUnusable e) {
      throw e;
    } catch (AccessDeniedException e) {
      throw new KeysUnusable(
          file,
          "permission denied for user %s; make this user its owner, or run the command as its owner"
              .formatted(System.getProperty("user.name")),
          e);
    } catch (IOException e) {
      throw new KeysUnusable(file, "it cannot be read: " + e, e);
    }
  }

  /** Whoever can read the key can speak in its owner's name. */
  private static void requirePrivate(Path key) throws IOException {
    Optional<String> objection =
        Files.exists(key) ? FileRights.objectionToKey(key) : Optional.empty();
    if (objection.isPresent()) {
      throw new KeysUnusable(key, objection.get(), null);
    }
  }
}
