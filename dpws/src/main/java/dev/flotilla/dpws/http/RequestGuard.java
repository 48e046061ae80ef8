package dev.flotilla.dpws.http;

import dev.flotilla.dpws.soap.SoapFault;
import java.net.SocketAddress;
import java.security.cert.X509Certificate;
import java.util.Optional;

/**
 * Decides who may ask for what, before anything of a request's body is read. It covers every
 * operation of an endpoint, so that one which is added later is not open by mistake.
 */
@FunctionalInterface
public interface RequestGuard {
  /** Lets everybody ask for everything. */
  RequestGuard OPEN = (action, caller, remote) -> Optional.empty();

  /**
   * Returns the fault to answer; empty if the request may be handled. Called on event loops, must
   * not block.
   *
   * @param action of the request
   * @param caller who asks; empty without TLS
   * @param remote where it calls from, for the log
   */
  Optional<SoapFault> objection(
      String action, Optional<X509Certificate> caller, SocketAddress remote);
}
