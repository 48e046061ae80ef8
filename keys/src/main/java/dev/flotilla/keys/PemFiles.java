package dev.flotilla.keys;

import dev.flotilla.dpws.tls.Pem;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;

/** What PEM files hold; a file that is damaged is named. */
final class PemFiles {
  private PemFiles() {}

  /** The certificates in a file, in its order. */
  static List<X509Certificate> certificates(Path file) throws KeysException {
    return certificates(PrivateFiles.read(file), file);
  }

  /** The certificates in a text, in its order; other objects are passed over. */
  static List<X509Certificate> certificates(String text, Object source) throws KeysException {
    try {
      return Pem.certificates(text);
    } catch (GeneralSecurityException e) {
      throw unreadable(source, "certificates", e);
    }
  }

  /** The first revocation list in a text, if there is one. */
  static Optional<X509CRL> revocations(String text, Object source) throws KeysException {
    try {
      return Pem.revocations(text);
    } catch (GeneralSecurityException e) {
      throw unreadable(source, "revocation list", e);
    }
  }

  /** The private key in a file that only its owner can read, on an elliptic curve. */
  static PrivateKey privateKey(Path file) throws KeysException {
    PrivateFiles.requirePrivate(file);
    try {
      return Pem.privateKey(PrivateFiles.read(file), "EC")
          .orElseThrow(() -> KeysException.damaged(file, "holds no private key (PKCS #8, PEM)"));
    } catch (GeneralSecurityException e) {
      throw unreadable(file, "private key", e);
    }
  }

  private static KeysException unreadable(Object source, String what, Exception cause) {
    return new KeysException(
        KeysException.Kind.DIRECTORY,
        "the %s in %s cannot be read (%s); replace the file by an intact copy"
            .formatted(what, source, cause.getMessage()),
        cause);
  }
}
