package dev.flotilla.keys;

import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Optional;

/**
 * A certificate that an authority has issued, and what became of it. Immutable.
 *
 * @param grant what it says of its owner
 * @param certificate the certificate
 * @param revoked when it was revoked; empty if it was not
 * @param isNewest whether it is the newest of its name; an earlier one stays valid until it ends or
 *     is revoked
 */
public record IssuedCertificate(
    Grant grant, X509Certificate certificate, Optional<Instant> revoked, boolean isNewest) {
  /** The last moment at which it is valid, if it is not revoked. */
  public Instant ends() {
    return certificate.getNotAfter().toInstant();
  }

  /** Whether a server of the group accepts it at that time. */
  public boolean isValid(Instant now) {
    return revoked.isEmpty() && !now.isAfter(ends());
  }
}
