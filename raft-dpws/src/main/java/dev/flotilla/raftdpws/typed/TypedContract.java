package dev.flotilla.raftdpws.typed;

import dev.flotilla.dpws.device.HostedService;
import dev.flotilla.dpws.http.HttpResource;
import dev.flotilla.dpws.soap.BodyReader;
import dev.flotilla.dpws.soap.BodyWriter;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.xml.UnexpectedElements;
import dev.flotilla.dpws.xml.XmlElement;
import dev.flotilla.dpws.xml.XmlException;
import dev.flotilla.raftdpws.wire.RaftNames;
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
      operation(
          "Submit",
          TypedCodec::readSubmit,
          TypedCodec::writeSubmit,
          TypedCodec::readSubmitResponse,
          BodyWriter.measured(TypedCodec::writeSubmitResponse, SubmitResponse::heldBytes));

  /** Asks the state machine. */
  public static final Operation<QueryRequest, QueryResponse> QUERY =
      operation(
          "Query",
          TypedCodec::readQuery,
          TypedCodec::writeQuery,
          TypedCodec::readQueryResponse,
          BodyWriter.measured(TypedCodec::writeQueryResponse, QueryResponse::heldBytes));

  /** Asks a server about itself and its group. */
  public static final Operation<StatusRequest, GroupStatus> STATUS =
      operation(
          "Status",
          TypedCodec::readStatusRequest,
          TypedCodec::writeStatusRequest,
          TypedCodec::readStatus,
          TypedCodec::writeStatus);

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
      String name,
      BodyReader<Q> requestReader,
      BodyWriter<Q> requestWriter,
      BodyReader<A> responseReader,
      BodyWriter<A> responseWriter) {
    String action = NAMESPACE + "/" + SERVICE + "/" + name;
    return new Operation<>(
        action,
        action + "Response",
        strict(element(name + "Request"), requestReader),
        requestWriter,
        strict(element(name + "Response"), responseReader),
        responseWriter);
  }

  /** Refuses another root, unknown and repeated elements, and values that cannot be. */
  private static <T> BodyReader<T> strict(XmlElement root, BodyReader<T> reader) {
    return in -> {
      if (!in.is(root)) {
        throw in.fail("the body holds " + in.name() + " where " + root + " is expected");
      }
      in.setUnexpected(UnexpectedElements.REFUSE);
      try {
        return reader.read(in);
      } catch (IllegalArgumentException | ArithmeticException e) {
        throw new XmlException(String.valueOf(e.getMessage()), e);
      }
    };
  }
}
