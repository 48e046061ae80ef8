package dev.flotilla.dpws.soap;

import dev.flotilla.dpws.xml.SlotReader;
import dev.flotilla.dpws.xml.SlotWriter;
import dev.flotilla.dpws.xml.TemplateMismatchException;
import java.util.List;
import java.util.Objects;
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
 * @param replyTo the endpoint for replies; null means anonymous
 * @param faultTo the endpoint for faults; null means as for replies
 * @param parameters the reference parameters of the addressee
 */
public record SoapHeader(
    String action,
    @Nullable String messageId,
    @Nullable String relatesTo,
    @Nullable String to,
    @Nullable EndpointReference replyTo,
    @Nullable EndpointReference faultTo,
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

  /** The response to this request, with the reference parameters of the endpoint for replies. */
  public SoapHeader response(String responseAction) {
    return answer(responseAction, replyTo);
  }

  /** The answer to this request with a fault, for the endpoint for faults. */
  public SoapHeader fault(String faultAction) {
    return answer(faultAction, faultTo == null ? replyTo : faultTo);
  }

  private SoapHeader answer(String answerAction, @Nullable EndpointReference endpoint) {
    return new SoapHeader(
        answerAction,
        null,
        messageId,
        null,
        null,
        null,
        endpoint == null ? List.of() : endpoint.parameters());
  }

  /** Whether it differs from the other in the ids of the messages only. */
  boolean isLike(SoapHeader other) {
    return action.equals(other.action)
        && (messageId == null) == (other.messageId == null)
        && (relatesTo == null) == (other.relatesTo == null)
        && Objects.equals(to, other.to)
        && Objects.equals(replyTo, other.replyTo)
        && Objects.equals(faultTo, other.faultTo)
        && parameters.equals(other.parameters);
  }

  /** Writes the ids of the messages into their slots. */
  void writeIds(SlotWriter out) throws TemplateMismatchException {
    if (messageId != null) {
      out.text(messageId);
    }
    if (relatesTo != null) {
      out.text(relatesTo);
    }
  }

  /** A header like this one, with the ids of the messages that are in the slots. */
  SoapHeader readIds(SlotReader in) throws TemplateMismatchException {
    String id = messageId == null ? null : in.token(SoapHeaderReader.MAX_URI_CHARS);
    String related = relatesTo == null ? null : in.token(SoapHeaderReader.MAX_URI_CHARS);
    return new SoapHeader(action, id, related, to, replyTo, faultTo, parameters);
  }

  /** The text of the first reference parameter of this name. */
  public Optional<String> parameter(QName name) {
    return parameters.stream()
        .filter(parameter -> parameter.name().equals(name))
        .map(ReferenceParameter::value)
        .findFirst();
  }
}
