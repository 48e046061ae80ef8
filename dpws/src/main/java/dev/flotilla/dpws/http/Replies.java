package dev.flotilla.dpws.http;

import dev.flotilla.dpws.soap.Addressing;
import dev.flotilla.dpws.soap.EndpointReference;
import dev.flotilla.dpws.soap.SoapFault;
import dev.flotilla.dpws.soap.SoapFaultException;
import dev.flotilla.dpws.soap.SoapHeader;
import org.jspecify.annotations.Nullable;

/**
 * Which answers a request wants: one that is sent to WS-Addressing's {@code none} is dropped, and
 * HTTP answers 202 without a body (WS-Addressing core 2.1, 3.4).
 *
 * @param wantsResponse whether a response is sent
 * @param wantsFault whether a fault is sent
 */
record Replies(boolean wantsResponse, boolean wantsFault) {
  /** Of a request of which nothing is known yet. */
  static final Replies ALL = new Replies(true, true);

  /**
   * What the header asks for.
   *
   * @throws SoapFaultException if an answer should go anywhere else than back
   */
  static Replies of(SoapHeader header) throws SoapFaultException {
    boolean wantsResponse = isWanted(header.replyTo());
    boolean wantsFault = header.faultTo() == null ? wantsResponse : isWanted(header.faultTo());
    return new Replies(wantsResponse, wantsFault);
  }

  private static boolean isWanted(@Nullable EndpointReference endpoint) throws SoapFaultException {
    if (endpoint == null || endpoint.address().equals(Addressing.ANONYMOUS)) {
      return true;
    }
    if (endpoint.address().equals(Addressing.NONE)) {
      return false;
    }
    throw new SoapFaultException(SoapFault.onlyAnonymousReplies(endpoint.address()));
  }
}
