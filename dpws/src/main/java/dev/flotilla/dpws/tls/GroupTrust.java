package dev.flotilla.dpws.tls;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.CertPathTrustManagerParameters;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trusts what the credentials of the moment accept. Its own check comes first, since it says why;
 * then Java's, which also knows which algorithms are too weak, and what extensions demand. Runs on
 * the threads of handshakes.
 */
final class GroupTrust extends X509ExtendedTrustManager {
  private static final X509Certificate[] NO_HINTS = {};

  private final Supplier<Credentials> credentials;

  GroupTrust(Supplier<Credentials> credentials) {
    this.credentials = credentials;
  }

  /** Nobody is told before the handshake which authority this is, since its name is the group's. */
  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return NO_HINTS.clone();
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    checked(chain).checkClientTrusted(chain, type, engine);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    checked(chain).checkServerTrusted(chain, type, engine);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    checked(chain).checkClientTrusted(chain, type, socket);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    checked(chain).checkServerTrusted(chain, type, socket);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
    checked(chain).checkClientTrusted(chain, type);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    checked(chain).checkServerTrusted(chain, type);
  }

  private X509ExtendedTrustManager checked(X509Certificate[] chain) throws CertificateException {
    Credentials now = credentials.get();
    if (chain.length == 0) {
      throw new CertificateException("it shows no certificate");
    }
    Instant clock = Instant.now();
    Optional<String> objection = now.objection(chain[0], clock);
    if (objection.isPresent()) {
      throw new CertificateException(objection.get());
    }
    return now.javaTrust(chain[0], clock);
  }

  /**
   * Java's own check of paths to these authorities.
   *
   * @param time at which certificates must be valid; empty for that of the clock, at each check
   */
  static X509ExtendedTrustManager ofJava(
      List<X509Certificate> authorities, Optional<Instant> time) {
    try {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      for (int i = 0; i < authorities.size(); i++) {
        store.setCertificateEntry("authority-" + i, authorities.get(i));
      }
      TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
      PKIXBuilderParameters paths = new PKIXBuilderParameters(store, new X509CertSelector());
      paths.setRevocationEnabled(false); // Credentials looks at the list.
      time.map(Date::from).ifPresent(paths::setDate);
      factory.init(new CertPathTrustManagerParameters(paths));
      for (TrustManager manager : factory.getTrustManagers()) {
        if (manager instanceof X509ExtendedTrustManager found) {
          return found;
        }
      }
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("this Java has no usable PKIX trust manager", e);
    }
    throw new IllegalStateException("this Java has no PKIX trust manager");
  }
}
