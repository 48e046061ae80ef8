package dev.flotilla.keys.enrolment;

import dev.flotilla.keys.CertificateFields;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.CertPath;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trusts one thing only: the enrolment service of the authority that a secret names, and of the
 * group that is meant. A certificate of a member or client of the same authority is not enough, or
 * any of them could collect tokens.
 *
 * <p>Host names are not verified: addresses change, and discovery does not authenticate them.
 */
final class NamedAuthority extends X509ExtendedTrustManager {
  private final EnrolmentSecret secret;
  private final String group;

  NamedAuthority(EnrolmentSecret secret, String group) {
    this.secret = secret;
    this.group = group;
  }

  /**
   * The authority of a service's chain.
   *
   * @throws CertificateException if it is not trusted; the message is for the operator
   */
  X509Certificate verify(X509Certificate[] chain) throws CertificateException {
    if (chain.length != 2 || !secret.names(chain[1])) {
      throw new CertificateException("it is not of the authority that the secret names");
    }
    X509Certificate authority = chain[1];
    Optional<String> named = CertificateFields.groupOf(authority);
    if (!named.equals(Optional.of(group))) {
      throw new CertificateException(
          "the secret is of group %s, not %s".formatted(named.orElse("?"), group));
    }
    X509Certificate service = chain[0];
    if (!CertificateFields.isEnrolmentService(service)) {
      throw new CertificateException("it is of the group, but not its enrolment service");
    }
    // Before the path, whose message would not name the clock.
    service.checkValidity();
    validate(service, authority);
    return authority;
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    verify(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    verify(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    verify(chain);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
    throw new CertificateException("no client is trusted here");
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    throw new CertificateException("no client is trusted here");
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    throw new CertificateException("no client is trusted here");
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return new X509Certificate[0];
  }

  private static void validate(X509Certificate service, X509Certificate authority)
      throws CertificateException {
    try {
      CertPath path = CertificateFactory.getInstance("X.509").generateCertPath(List.of(service));
      PKIXParameters parameters = new PKIXParameters(Set.of(new TrustAnchor(authority, null)));
      // The service's certificate lives for minutes and is never on the list.
      parameters.setRevocationEnabled(false);
      CertPathValidator.getInstance("PKIX").validate(path, parameters);
    } catch (GeneralSecurityException e) {
      throw new CertificateException("its certificate is not valid: " + e.getMessage(), e);
    }
  }
}
