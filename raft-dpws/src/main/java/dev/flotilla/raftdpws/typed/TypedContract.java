package dev.flotilla.raftdpws.typed;

import dev.flotilla.dpws.device.HostedService;
import dev.flotilla.dpws.http.HttpResource;
import dev.flotilla.dpws.soap.BodyReader;
import dev.flotilla.dpws.soap.BodyWriter;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.xml.UnexpectedElements;
import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.raftdpws.wire.Form;
import dev.flotilla.raftdpws.wire.RaftNames;
import java.util.function.ToLongFunction;
import javax.xml.namespace.QName;

/** The names, operations and documents of FlotillaClientService. */
public final class TypedContract {
  /** The namespace of the contract, with its version in the year. */
  public static final String NAMESPACE = "urn:flotilla:client:2026";

  /** Service id, port type and path of the service. */
  public static final String SERVICE = "FlotillaClientService";

  /** The name of the WSDL below the path of the service. */
  public static final String WSDL = SERVICE + ".wsdl";

  /** Executes a command once. */
  public static final Operation<SubmitRequest, SubmitResponse> SUBMIT =
      operation("Submit", TypedForms.SUBMIT, TypedForms.SUBMITTED, SubmitResponse::heldBytes);

  /** Asks the state machine. */
  public static final Operation<QueryRequest, QueryResponse> QUERY =
      operation("Query", TypedForms.QUERY, TypedForms.QUERIED, QueryResponse::heldBytes);

  /** Asks a server about itself and its group. */
  public static final Operation<StatusRequest, GroupStatus> STATUS =
      operation("Status", Form.constant(StatusRequest.INSTANCE), TypedForms.STATUS, status -> 0);

  private TypedContract() {}

  /** The request of Status, which asks nothing in particular. */
  public enum StatusRequest {
    /** The only value. */
    INSTANCE
  }

  /** The service with its port type, WSDL and schema; its operations are to be added. */
  public static HostedService.Builder service() {
    return HostedService.builder(SERVICE)
        .portType(new QName(NAMESPACE, SERVICE, "c"))
        .wsdl(WSDL, document(WSDL))
        .document("client.xsd", document("client.xsd"));
  }

  /** The address of this service at the server whose RAFT_Service has an address. */
  public static String besides(String raftService) {
    return raftService.endsWith(RaftNames.SERVICE)
        ? raftService.substring(0, raftService.length() - RaftNames.SERVICE.length()) + SERVICE
        : raftService;
  }

  static XmlElement element(String localName) {
    return XmlElement.of(NAMESPACE, "c", localName);
  }

  private static HttpResource document(String name) {
    return HttpResource.xml(TypedContract.class, name);
  }

  private static <Q, A> Operation<Q, A> operation(
      String name, Form<Q> request, Form<A> response, ToLongFunction<A> heldBytes) {
    String action = NAMESPACE + "/" + SERVICE + "/" + name;
    XmlElement question = element(name + "Request");
    XmlElement answer = element(name + "Response");
    return new Operation<>(
        action,
        action + "Response",
        strict(question, request),
        request.in(question)::write,
        strict(answer, response),
        BodyWriter.measured(response.in(answer)::write, heldBytes));
  }

  /** Refuses another root, unknown and repeated elements, and values that cannot be. */
  private static <T> BodyReader<T> strict(XmlElement root, Form<T> form) {
    return Form.guarded(
        root,
        in -> {
          in.setUnexpected(UnexpectedElements.REFUSE);
          return form.read(in);
        });
  }
}
