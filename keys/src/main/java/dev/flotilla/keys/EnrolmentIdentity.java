package dev.flotilla.keys;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;

/**
 * By what the service that enrols devices proves that it belongs to the authority. Kept in memory
 * only.
 *
 * @param key its private key
 * @param chain its certificate, then the authority's
 */
public record EnrolmentIdentity(PrivateKey key, List<X509Certificate> chain) {
  /** Copies the chain. */
  public EnrolmentIdentity {
    chain = List.copyOf(chain);
  }

  /** The certificate of the authority. */
  public X509Certificate authority() {
    return chain.get(1);
  }
}
