package dev.flotilla.dpws.soap;

import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * The WS-Addressing 1.0 headers of a message.
 *
 * @param action what the message means
 * @param messageId the message's own id, an absolute IRI; null when it has none
 * @param relatesTo the id of the request that this answers, if any
 * @param to the addressee; null means anonymous
 * @param replyTo the address of the endpoint for replies; null means anonymous
 * @param faultTo the address of the endpoint for faults; null means as for replies
 * @param parameters the reference parameters of the addressee
 */
public record SoapHeader(
    String action,
    @Nullable String messageId,
    @Nullable String relatesTo,
    @Nullable String to,
    @Nullable String replyTo,
    @Nullable String faultTo,
    List<ReferenceParameter> parameters) {
  /** Copies the list. */
  public SoapHeader {
    parameters = List.copyOf(parameters);
  }

  /** A request that expects an answer on the same channel. */
  public static SoapHeader request(String action, String messageId, String to) {
    return request(action, messageId, new EndpointReference(to));
  }

  /** A request to an endpoint that expects an answer on the same channel. */
  public static SoapHeader request(String action, String messageId, EndpointReference to) {
    return new SoapHeader(action, messageId, null, to.address(), null, null, to.parameters());
  }

  /** The answer to a request: no addressee, which means anonymous. */
  public static SoapHeader response(String action, @Nullable String relatesTo) {
    return new SoapHeader(action, null, relatesTo, null, null, null, List.of());
  }

  /** The text of the first reference parameter of this name. */
  public Optional<String> parameter(QName name) {
    return parameters.stream()
        .filter(parameter -> parameter.name().equals(name))
        .map(ReferenceParameter::value)
        .findFirst();
  }
}
