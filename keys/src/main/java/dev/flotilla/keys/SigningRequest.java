package dev.flotilla.keys;

import dev.flotilla.dpws.tls.Pem;
import dev.flotilla.keys.KeysException.Kind;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentVerifierProviderBuilder;
import org.bouncycastle.pkcs.PKCSException;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequest;

/**
 * A request for a certificate whose sender has proved that it has the key.
 *
 * @param key what is to be certified
 * @param name the name that the sender would like, made fit for a file
 */
record SigningRequest(PublicKey key, String name) {
  /** What it is called in PEM. */
  static final String PEM_TYPE = "CERTIFICATE REQUEST";

  /** What a device is called that asks for no name. */
  private static final String NAMELESS = "device";

  private static final int MAX_CHARS = 4_096;
  private static final int MAX_NAME = 64;

  /**
   * Reads PKCS #10 as PEM and verifies its signature.
   *
   * @throws KeysException if it is something else, or of a kind of key that is not used here
   */
  static SigningRequest read(String text) throws KeysException {
    if (text.length() > MAX_CHARS) {
      throw refused("is longer than " + MAX_CHARS + " characters");
    }
    try {
      byte[] der =
          Pem.objects(text, PEM_TYPE).stream()
              .findFirst()
              .orElseThrow(() -> refused("is missing (PKCS #10, PEM)"));
      JcaPKCS10CertificationRequest request = new JcaPKCS10CertificationRequest(der);
      PublicKey key = request.getPublicKey();
      if (!KeyPairs.isSound(key)) {
        throw refused("is of another kind of key than P-256");
      }
      if (!request.isSignatureValid(new JcaContentVerifierProviderBuilder().build(key))) {
        throw refused("is not signed with its key");
      }
      return new SigningRequest(
          key,
          CertificateFields.commonName(request.getSubject())
              .map(SigningRequest::fit)
              .orElse(NAMELESS));
    } catch (IOException
        | GeneralSecurityException
        | OperatorCreationException
        | PKCSException
        | RuntimeException e) {
      // Bouncy Castle answers malformed ASN.1 with exceptions of many kinds.
      throw refused("cannot be read");
    }
  }

  /** What is no name of a device becomes one. */
  static String fit(String wish) {
    String plain = wish.replaceAll("[^A-Za-z0-9._-]", "-").replaceFirst("^[^A-Za-z0-9]+", "");
    String cut = plain.substring(0, Math.min(plain.length(), MAX_NAME));
    return cut.isEmpty() ? NAMELESS : cut;
  }

  private static KeysException refused(String why) {
    return new KeysException(Kind.REFUSED, "the request for a certificate " + why);
  }
}
