package dev.flotilla.keys;

import java.security.cert.X509Certificate;
import java.util.Optional;

/** A certificate with what it says of its owner. */
record X509Record(Grant grant, X509Certificate certificate) {
  static Optional<X509Record> of(X509Certificate certificate) {
    return CertificateFields.grantOf(certificate).map(grant -> new X509Record(grant, certificate));
  }
}
