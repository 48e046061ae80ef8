package dev.flotilla.dpws.tls;

import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Certificates, keys and revocation lists as text: PEM, RFC 7468. What is between the objects is
 * passed over. Any thread.
 */
public final class Pem {
  /** An X.509 certificate. */
  public static final String CERTIFICATE = "CERTIFICATE";

  /** A private key as PKCS #8, not encrypted. */
  public static final String PRIVATE_KEY = "PRIVATE KEY";

  /** A list of revoked certificates. */
  public static final String REVOCATIONS = "X509 CRL";

  private static final Pattern BEGIN = Pattern.compile("-----BEGIN ([A-Z0-9 ]{1,40})-----");
  private static final int MAX_OBJECTS = 64;
  private static final int LINE_CHARS = 64;

  private Pem() {}

  /** Writes one object. */
  public static String of(String type, byte[] der) {
    String lines = Base64.getMimeEncoder(LINE_CHARS, new byte[] {'\n'}).encodeToString(der);
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(type, lines, type);
  }

  /** Writes a certificate. */
  public static String of(X509Certificate certificate) {
    try {
      return of(CERTIFICATE, certificate.getEncoded());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a certificate that cannot be encoded", e);
    }
  }

  /** Writes a list of revoked certificates. */
  public static String of(X509CRL list) {
    try {
      return of(REVOCATIONS, list.getEncoded());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a revocation list that cannot be encoded", e);
    }
  }

  /** The certificates in a text, in its order. */
  public static List<X509Certificate> certificates(String text) throws GeneralSecurityException {
    List<X509Certificate> found = new ArrayList<>();
    for (byte[] der : objects(text, CERTIFICATE)) {
      found.add((X509Certificate) factory().generateCertificate(new ByteArrayInputStream(der)));
    }
    return List.copyOf(found);
  }

  /** The first list of revoked certificates in a text, if there is one. */
  public static Optional<X509CRL> revocations(String text) throws GeneralSecurityException {
    List<byte[]> found = objects(text, REVOCATIONS);
    return found.isEmpty()
        ? Optional.empty()
        : Optional.of((X509CRL) factory().generateCRL(new ByteArrayInputStream(found.get(0))));
  }

  /**
   * The first private key in a text, if there is one.
   *
   * @param algorithm of the key, such as EC
   */
  public static Optional<PrivateKey> privateKey(String text, String algorithm)
      throws GeneralSecurityException {
    List<byte[]> found = objects(text, PRIVATE_KEY);
    return found.isEmpty()
        ? Optional.empty()
        : Optional.of(
            KeyFactory.getInstance(algorithm)
                .generatePrivate(new PKCS8EncodedKeySpec(found.get(0))));
  }

  /**
   * The objects of a type in a text, as DER.
   *
   * @throws CertificateException if an object is cut off, or there are more than {@value
   *     #MAX_OBJECTS}
   */
  public static List<byte[]> objects(String text, String type) throws CertificateException {
    List<byte[]> found = new ArrayList<>();
    Matcher begin = BEGIN.matcher(text);
    int end = 0;
    for (int read = 1; begin.find(end); read++) {
      String last = "-----END " + begin.group(1) + "-----";
      end = text.indexOf(last, begin.end());
      if (end < 0) {
        throw new CertificateException("there is no '" + last + "'");
      }
      if (read > MAX_OBJECTS) {
        throw new CertificateException("more than " + MAX_OBJECTS + " objects");
      }
      if (begin.group(1).equals(type)) {
        found.add(decoded(text.substring(begin.end(), end)));
      }
    }
    return found;
  }

  private static byte[] decoded(String lines) throws CertificateException {
    try {
      return Base64.getDecoder().decode(lines.replaceAll("\\s", ""));
    } catch (IllegalArgumentException e) {
      throw new CertificateException("it is not Base64: " + e.getMessage(), e);
    }
  }

  private static CertificateFactory factory() throws CertificateException {
    return CertificateFactory.getInstance("X.509");
  }
}
