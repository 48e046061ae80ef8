package dev.flotilla.keys.enrolment;

import dev.flotilla.keys.EnrolmentIdentity;
import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;

/** TLS 1.3 between device and service. The device has no certificate yet. */
final class ServiceTls {
  private static final String PROTOCOL = "TLSv1.3";

  private ServiceTls() {}

  /** For the service. */
  static SSLContext of(EnrolmentIdentity identity) {
    try {
      // A password that protects nothing: the store never leaves memory.
      char[] password = new char[0];
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, password);
      store.setKeyEntry(
          "service", identity.key(), password, identity.chain().toArray(Certificate[]::new));
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store, password);
      SSLContext context = SSLContext.getInstance(PROTOCOL);
      context.init(keys.getKeyManagers(), new TrustManager[0], null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("this Java has no " + PROTOCOL, e);
    }
  }

  /** For a device. */
  static SSLContext of(NamedAuthority trusted) {
    try {
      SSLContext context = SSLContext.getInstance(PROTOCOL);
      context.init(null, new TrustManager[] {trusted}, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no " + PROTOCOL, e);
    }
  }

  /** Over a connection that is closed with it, as the side that serves. */
  static SSLSocket serving(SSLContext context, Socket socket) throws IOException {
    SSLSocket secured = layered(context, socket);
    secured.setUseClientMode(false);
    secured.setNeedClientAuth(false);
    return secured;
  }

  /** Over a connection that is closed with it, as the side that asks. */
  static SSLSocket asking(SSLContext context, Socket socket) throws IOException {
    SSLSocket secured = layered(context, socket);
    secured.setUseClientMode(true);
    return secured;
  }

  private static SSLSocket layered(SSLContext context, Socket socket) throws IOException {
    String host = socket.getInetAddress().getHostAddress();
    SSLSocket secured =
        (SSLSocket) context.getSocketFactory().createSocket(socket, host, socket.getPort(), true);
    secured.setEnabledProtocols(new String[] {PROTOCOL});
    return secured;
  }
}
