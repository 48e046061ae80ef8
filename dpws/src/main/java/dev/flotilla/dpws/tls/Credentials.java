package dev.flotilla.dpws.tls;

import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * One state of a key directory: who this side is, and whom it trusts. Immutable; any thread.
 *
 * <p>A certificate is accepted if a certificate of the authority has signed it, both are valid now,
 * it may sign, and no list of the authority names it as revoked. A list that has reached its own
 * next update still counts: what it names stays revoked, and a device that gets no newer list goes
 * on working.
 *
 * <p>A device without a battery may start in 1970. What the authority has signed for this device
 * proves that it is later: while the clock is before that, certificates are judged as of the time
 * at which the newest of these files was signed, and one that begins later is accepted.
 */
final class Credentials {
  private static final List<String> PROTOCOLS = List.of("TLSv1.3", "TLSv1.2");

  /** All with forward secrecy; the first is the cheapest on processors with AES instructions. */
  private static final List<String> CIPHERS =
      List.of(
          "TLS_AES_128_GCM_SHA256",
          "TLS_AES_256_GCM_SHA384",
          "TLS_CHACHA20_POLY1305_SHA256",
          "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
          "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
          "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256");

  private static final int KEY_USAGE_DIGITAL_SIGNATURE = 0;
  private static final int KEY_USAGE_CERT_SIGN = 5;

  private final X509Certificate own;
  private final List<X509Certificate> authorities;
  private final Optional<X509CRL> revoked;
  private final SslContext server;
  private final SslContext client;
  private final X509ExtendedTrustManager javaTrust;

  private Credentials(
      X509Certificate own,
      List<X509Certificate> authorities,
      Optional<X509CRL> revoked,
      SslContext server,
      SslContext client) {
    this.own = own;
    this.authorities = authorities;
    this.revoked = revoked;
    this.server = server;
    this.client = client;
    this.javaTrust = GroupTrust.ofJava(authorities, Optional.empty());
  }

  /**
   * What the files hold.
   *
   * @param former the list of revoked certificates so far; a newer one replaces it, an older one
   *     does not
   * @throws IOException if they do not fit together
   */
  static Credentials of(KeyFiles files, Optional<X509CRL> former, TrustManager trust)
      throws IOException {
    X509Certificate own = files.ownCertificate();
    List<X509Certificate> authorities = files.authorities();
    requireAuthorities(files, authorities);
    if (authorities.stream().noneMatch(authority -> isSignedBy(own, authority))) {
      throw files.certificateIsForeign(
          "it is issued by '"
              + own.getIssuerX500Principal().getName()
              + "', which is not in authority.pem");
    }
    PrivateKey key = files.privateKey(own);
    requireMatch(files, key, own);
    Optional<X509CRL> list = files.revocationList();
    if (list.isPresent() && authorities.stream().noneMatch(it -> isSignedBy(list.get(), it))) {
      throw files.revocationsAreForeign();
    }
    SslContextBuilder server =
        SslContextBuilder.forServer(key, own).clientAuth(ClientAuth.REQUIRE).trustManager(trust);
    // The other side is known by its certificate: PeerCheck.
    SslContextBuilder client =
        SslContextBuilder.forClient()
            .keyManager(key, own)
            .trustManager(trust)
            .endpointIdentificationAlgorithm(null);
    return new Credentials(own, authorities, newer(list, former), built(server), built(client));
  }

  X509Certificate own() {
    return own;
  }

  List<X509Certificate> authorities() {
    return authorities;
  }

  Optional<X509CRL> revoked() {
    return revoked;
  }

  /**
   * The same with a list of the authority; empty if it is foreign, or not newer than this one's.
   */
  Optional<Credentials> with(X509CRL list) {
    boolean isNews =
        authorities.stream().anyMatch(it -> isSignedBy(list, it))
            && (revoked.isEmpty() || updateOf(list).isAfter(updateOf(revoked.get())));
    return isNews
        ? Optional.of(new Credentials(own, authorities, Optional.of(list), server, client))
        : Optional.empty();
  }

  SslContext server() {
    return server;
  }

  SslContext client() {
    return client;
  }

  /** Why a certificate is not accepted at a time; empty if it is. */
  Optional<String> objection(X509Certificate certificate, Instant clock) {
    Instant now = timeFor(certificate, clock);
    Optional<X509Certificate> issuer =
        authorities.stream().filter(it -> isSignedBy(certificate, it)).findFirst();
    if (issuer.isEmpty()) {
      return Optional.of("its certificate is not issued by the authority of this group");
    }
    if (now.isAfter(certificate.getNotAfter().toInstant())) {
      return Optional.of("its certificate expired at " + certificate.getNotAfter().toInstant());
    }
    if (now.isBefore(certificate.getNotBefore().toInstant())) {
      return Optional.of(
          "its certificate is valid only from "
              + certificate.getNotBefore().toInstant()
              + "; is the clock of one side wrong?");
    }
    if (now.isAfter(issuer.get().getNotAfter().toInstant())) {
      return Optional.of("the authority expired at " + issuer.get().getNotAfter().toInstant());
    }
    if (certificate.getBasicConstraints() >= 0
        || !allows(certificate, KEY_USAGE_DIGITAL_SIGNATURE)) {
      return Optional.of("its certificate may not be used for connections");
    }
    return revoked.filter(list -> list.isRevoked(certificate)).isPresent()
        ? Optional.of("its certificate is revoked")
        : Optional.empty();
  }

  /** When the newest of these files was signed: it is not earlier now. */
  Instant signedAt() {
    Instant begins = own.getNotBefore().toInstant();
    return revoked.map(Credentials::updateOf).filter(begins::isBefore).orElse(begins);
  }

  /** The time of the clock; if that is certainly wrong, the earliest that it can be. */
  Instant timeFor(X509Certificate certificate, Instant clock) {
    Instant earliest = signedAt();
    if (!clock.isBefore(earliest)) {
      return clock;
    }
    Instant begins = certificate.getNotBefore().toInstant();
    return begins.isAfter(earliest) ? begins : earliest;
  }

  /** Java's own check of a certificate. */
  X509ExtendedTrustManager javaTrust(X509Certificate certificate, Instant clock) {
    Instant time = timeFor(certificate, clock);
    return time.equals(clock) ? javaTrust : GroupTrust.ofJava(authorities, Optional.of(time));
  }

  private static Optional<X509CRL> newer(Optional<X509CRL> read, Optional<X509CRL> former) {
    if (read.isEmpty() || former.isEmpty()) {
      return read.or(() -> former);
    }
    boolean isOlder = updateOf(read.get()).isBefore(updateOf(former.get()));
    return isOlder ? former : read;
  }

  private static Instant updateOf(X509CRL list) {
    return list.getThisUpdate().toInstant();
  }

  private static void requireAuthorities(KeyFiles files, List<X509Certificate> authorities)
      throws KeysUnusable {
    for (X509Certificate authority : authorities) {
      if (authority.getBasicConstraints() < 0 || !allows(authority, KEY_USAGE_CERT_SIGN)) {
        throw files.authorityIsNone(
            "'"
                + authority.getSubjectX500Principal().getName()
                + "' is not the certificate of an authority");
      }
    }
  }

  private static void requireMatch(KeyFiles files, PrivateKey key, X509Certificate own)
      throws KeysUnusable {
    try {
      byte[] sample = own.getTBSCertificate();
      Signature signature =
          Signature.getInstance(
              key.getAlgorithm().equals("EC") ? "SHA256withECDSA" : "SHA256withRSA");
      signature.initSign(key);
      signature.update(sample);
      byte[] signed = signature.sign();
      signature.initVerify(own.getPublicKey());
      signature.update(sample);
      if (!signature.verify(signed)) {
        throw files.keyDoesNotMatch();
      }
    } catch (GeneralSecurityException e) {
      throw files.keyDoesNotMatch();
    }
  }

  private static boolean allows(X509Certificate certificate, int usage) {
    boolean[] usages = certificate.getKeyUsage();
    return usages == null || (usages.length > usage && usages[usage]);
  }

  private static boolean isSignedBy(X509Certificate certificate, X509Certificate authority) {
    if (!certificate.getIssuerX500Principal().equals(authority.getSubjectX500Principal())) {
      return false;
    }
    try {
      certificate.verify(authority.getPublicKey());
      return true;
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  private static boolean isSignedBy(X509CRL list, X509Certificate authority) {
    if (!list.getIssuerX500Principal().equals(authority.getSubjectX500Principal())) {
      return false;
    }
    try {
      list.verify(authority.getPublicKey());
      return true;
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  private static SslContext built(SslContextBuilder builder) throws IOException {
    return builder
        .sslProvider(SslProvider.JDK)
        .protocols(PROTOCOLS)
        .ciphers(CIPHERS, SupportedCipherSuiteFilter.INSTANCE)
        .build();
  }
}
