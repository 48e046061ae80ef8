package dev.flotilla.dpws.tls;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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

  private static final String BEGIN_KEY = "-----BEGIN PRIVATE KEY-----";
  private static final String BEGIN_LIST = "-----BEGIN X509 CRL-----\n";
  private static final String END_LIST = "\n-----END X509 CRL-----\n";
  private static final String END_KEY = "-----END PRIVATE KEY-----";

  /** Far more than a directory of a large group needs. */
  private static final long MAX_BYTES = 1 << 20;

  private static final Set<PosixFilePermission> OF_OTHERS =
      EnumSet.complementOf(
          EnumSet.of(
              PosixFilePermission.OWNER_READ,
              PosixFilePermission.OWNER_WRITE,
              PosixFilePermission.OWNER_EXECUTE));

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
    int begin = key.indexOf(BEGIN_KEY);
    int end = key.indexOf(END_KEY);
    if (begin < 0 || end < begin) {
      throw unusable(KEY, "it has no line '" + BEGIN_KEY + "' (PKCS#8, not encrypted)", null);
    }
    try {
      byte[] bytes = Base64.getMimeDecoder().decode(key.substring(begin + BEGIN_KEY.length(), end));
      return KeyFactory.getInstance(owner.getPublicKey().getAlgorithm())
          .generatePrivate(new PKCS8EncodedKeySpec(bytes));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw unusable(KEY, "it is not a private key for " + CERTIFICATE + ": " + e.getMessage(), e);
    }
  }

  Optional<X509CRL> revocationList() throws KeysUnusable {
    if (revoked.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(revocationList(revoked.get().getBytes(ISO_8859_1)));
    } catch (GeneralSecurityException e) {
      throw unusable(REVOKED, "it is no list of revoked certificates: " + e.getMessage(), e);
    }
  }

  /** Reads a list of revoked certificates, DER or PEM. */
  static X509CRL revocationList(byte[] encoded) throws GeneralSecurityException {
    return (X509CRL) factory().generateCRL(new ByteArrayInputStream(encoded));
  }

  /** Puts a list in the place of the directory's. Blocks for the disk. */
  static void writeRevocations(Path directory, X509CRL list)
      throws IOException, GeneralSecurityException {
    String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(list.getEncoded());
    Path written = directory.resolve(REVOKED + ".new");
    Files.writeString(written, BEGIN_LIST + lines + END_LIST, ISO_8859_1);
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
      List<X509Certificate> found =
          factory().generateCertificates(stream(pem)).stream()
              .map(X509Certificate.class::cast)
              .toList();
      if (found.isEmpty()) {
        throw unusable(name, "it holds no certificate", null);
      }
      return found;
    } catch (CertificateException e) {
      throw unusable(name, "it holds no certificate: " + e.getMessage(), e);
    }
  }

  private KeysUnusable unusable(String name, String reason, @Nullable Throwable cause) {
    return new KeysUnusable(directory.resolve(name), reason, cause);
  }

  private static ByteArrayInputStream stream(String pem) {
    return new ByteArrayInputStream(pem.getBytes(ISO_8859_1));
  }

  private static CertificateFactory factory() throws CertificateException {
    return CertificateFactory.getInstance("X.509");
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
    } catch (IOException e) {
      throw new KeysUnusable(file, "it cannot be read: " + e, e);
    }
  }

  /** Whoever can read the key can speak in its owner's name. */
  private static void requirePrivate(Path key) throws IOException {
    if (!Files.exists(key) || !Files.getFileStore(key).supportsFileAttributeView("posix")) {
      return;
    }
    Set<PosixFilePermission> granted = Files.getPosixFilePermissions(key);
    if (granted.stream().anyMatch(OF_OTHERS::contains)) {
      throw new KeysUnusable(
          key,
          "others than its owner may use it ("
              + PosixFilePermissions.toString(granted)
              + "); run: chmod 600 "
              + key,
          null);
    }
  }
}
