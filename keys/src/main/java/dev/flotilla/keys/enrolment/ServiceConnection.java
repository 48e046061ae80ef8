package dev.flotilla.keys.enrolment;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;

/** A connection of a device to a service that has proved which authority it belongs to. */
final class ServiceConnection implements AutoCloseable {
  private static final int CONNECT_MILLIS = 3_000;

  /** Longer than a wrong token waits, and than the authority takes to write. */
  private static final int READ_MILLIS = 15_000;

  private final SSLSocket socket;
  private final X509Certificate authority;

  private ServiceConnection(SSLSocket socket, X509Certificate authority) {
    this.socket = socket;
    this.authority = authority;
  }

  /** That whoever answers is not the service that is meant. */
  static final class Rejected extends Exception {
    private static final long serialVersionUID = 1L;

    Rejected(InetSocketAddress address, String why, Throwable cause) {
      super(
          "%s:%s was asked and is not trusted: %s"
              .formatted(address.getAddress().getHostAddress(), address.getPort(), why),
          cause);
    }
  }

  /**
   * Connects and verifies; sends nothing of the secret. Blocks for seconds at most.
   *
   * @throws Rejected if somebody else answers
   * @throws IOException if nobody does
   */
  static ServiceConnection open(InetSocketAddress address, NamedAuthority trusted)
      throws IOException, Rejected {
    Socket plain = new Socket();
    try {
      plain.connect(address, CONNECT_MILLIS);
      plain.setSoTimeout(CONNECT_MILLIS);
      SSLSocket secured = ServiceTls.asking(ServiceTls.of(trusted), plain);
      secured.startHandshake();
      X509Certificate authority = (X509Certificate) secured.getSession().getPeerCertificates()[1];
      plain.setSoTimeout(READ_MILLIS);
      return new ServiceConnection(secured, authority);
    } catch (SSLException e) {
      plain.close();
      throw new Rejected(address, reasonOf(e), e);
    } catch (IOException | RuntimeException e) {
      plain.close();
      throw e;
    }
  }

  /** The authority that the service has proved to belong to. */
  X509Certificate authority() {
    return authority;
  }

  /** Asks and waits for the answer, for seconds at most. */
  EnrolmentMessage ask(EnrolmentMessage request) throws IOException {
    request.write(socket.getOutputStream());
    return EnrolmentMessage.read(socket.getInputStream(), EnrolmentMessage.MAX_ANSWER_BYTES);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  private static String reasonOf(SSLException thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof CertificateNotYetValidException
          || cause instanceof CertificateExpiredException) {
        return "its certificate is not valid at %s, which is the time of this device; set the clock"
            .formatted(Instant.now().truncatedTo(ChronoUnit.SECONDS));
      }
      if (cause instanceof CertificateException) {
        return String.valueOf(cause.getMessage());
      }
    }
    return "it does not speak TLS 1.3 as an enrolment service does";
  }
}
