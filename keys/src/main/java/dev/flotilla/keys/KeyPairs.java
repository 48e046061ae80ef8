package dev.flotilla.keys;

import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.SignatureException;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;

/** Keys on the curve P-256, which every TLS library of a small device knows. */
final class KeyPairs {
  static final String SIGNATURE = "SHA256withECDSA";

  private static final String CURVE = "secp256r1";
  private static final int CURVE_BITS = 256;
  private static final int PROBE_BYTES = 32;

  private KeyPairs() {}

  static KeyPair generate() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec(CURVE));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no elliptic curves", e);
    }
  }

  /** Whether the two belong together. */
  static boolean match(PublicKey certified, PrivateKey key) {
    byte[] probe = new byte[PROBE_BYTES];
    new SecureRandom().nextBytes(probe);
    try {
      Signature signing = Signature.getInstance(SIGNATURE);
      signing.initSign(key);
      signing.update(probe);
      byte[] signature = signing.sign();
      Signature verifying = Signature.getInstance(SIGNATURE);
      verifying.initVerify(certified);
      verifying.update(probe);
      return verifying.verify(signature);
    } catch (InvalidKeyException | SignatureException e) {
      return false;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no " + SIGNATURE, e);
    }
  }

  /** Whether it is a key of the kind that {@link #generate} makes. */
  static boolean isSound(PublicKey key) {
    return key instanceof ECPublicKey curve
        && curve.getParams().getCurve().getField().getFieldSize() == CURVE_BITS
        && curve.getParams().toString().contains(CURVE);
  }
}
