package dev.flotilla.keys;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CRLException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemReader;
import org.bouncycastle.util.io.pem.PemWriter;

/** Certificates, keys and revocation lists as text: PEM, RFC 7468. */
final class Pem {
  static final String CERTIFICATE = "CERTIFICATE";
  static final String PRIVATE_KEY = "PRIVATE KEY";
  static final String REVOCATIONS = "X509 CRL";
  static final String REQUEST = "CERTIFICATE REQUEST";

  private static final int MAX_OBJECTS = 64;

  private Pem() {}

  static String of(String type, byte[] der) {
    StringWriter text = new StringWriter();
    try (PemWriter writer = new PemWriter(text)) {
      writer.writeObject(new PemObject(type, der));
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory failed", e);
    }
    return text.toString();
  }

  static String of(X509Certificate certificate) {
    try {
      return of(CERTIFICATE, certificate.getEncoded());
    } catch (CertificateException e) {
      throw new IllegalStateException("a certificate that cannot be encoded", e);
    }
  }

  static String of(X509CRL list) {
    try {
      return of(REVOCATIONS, list.getEncoded());
    } catch (CRLException e) {
      throw new IllegalStateException("a revocation list that cannot be encoded", e);
    }
  }

  static String of(PrivateKey key) {
    return of(PRIVATE_KEY, key.getEncoded());
  }

  /**
   * The certificates in a text, in its order; other objects are passed over.
   *
   * @throws KeysException if one cannot be read
   */
  static List<X509Certificate> certificates(String text, Object source) throws KeysException {
    List<X509Certificate> found = new ArrayList<>();
    try {
      for (byte[] der : objects(text, CERTIFICATE)) {
        found.add((X509Certificate) factory().generateCertificate(new ByteArrayInputStream(der)));
      }
    } catch (IOException | CertificateException e) {
      throw unreadable(source, "certificates", e);
    }
    return List.copyOf(found);
  }

  /** The first revocation list in a text, if there is one. */
  static Optional<X509CRL> revocations(String text, Object source) throws KeysException {
    try {
      for (byte[] der : objects(text, REVOCATIONS)) {
        return Optional.of((X509CRL) factory().generateCRL(new ByteArrayInputStream(der)));
      }
      return Optional.empty();
    } catch (IOException | CertificateException | CRLException e) {
      throw unreadable(source, "revocation list", e);
    }
  }

  /** The private key in a text, on an elliptic curve. */
  static PrivateKey privateKey(String text, Object source) throws KeysException {
    try {
      List<byte[]> found = objects(text, PRIVATE_KEY);
      if (found.isEmpty()) {
        throw KeysException.damaged(source, "holds no private key (PKCS #8, PEM)");
      }
      return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(found.get(0)));
    } catch (IOException | GeneralSecurityException e) {
      throw unreadable(source, "private key", e);
    }
  }

  /** The request in a text, as DER. */
  static Optional<byte[]> request(String text) throws IOException {
    return objects(text, REQUEST).stream().findFirst();
  }

  private static List<byte[]> objects(String text, String type) throws IOException {
    List<byte[]> found = new ArrayList<>();
    try (PemReader reader = new PemReader(new StringReader(text))) {
      PemObject object = reader.readPemObject();
      for (int read = 0; object != null; object = reader.readPemObject()) {
        if (++read > MAX_OBJECTS) {
          throw new IOException("more than " + MAX_OBJECTS + " objects");
        }
        if (object.getType().equals(type)) {
          found.add(object.getContent());
        }
      }
    } catch (RuntimeException e) {
      // Base64 that is none.
      throw new IOException(e.toString(), e);
    }
    return found;
  }

  private static CertificateFactory factory() throws CertificateException {
    return CertificateFactory.getInstance("X.509");
  }

  private static KeysException unreadable(Object source, String what, Exception cause) {
    return new KeysException(
        KeysException.Kind.DIRECTORY,
        "the %s in %s cannot be read (%s); replace the file by an intact copy"
            .formatted(what, source, cause.getMessage()),
        cause);
  }
}
