import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.WebServiceException;
import jakarta.xml.ws.soap.AddressingFeature;
import jakarta.xml.ws.wsaddressing.W3CEndpointReferenceBuilder;
import java.io.StringReader;
import java.io.StringWriter;
import java.net.URI;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.apache.cxf.BusFactory;
import org.apache.cxf.ws.discovery.WSDiscoveryClient;
import org.apache.cxf.ws.discovery.internal.WSDiscoveryServiceImpl;
import org.apache.cxf.ws.discovery.wsdl.HelloType;
import org.apache.cxf.ws.discovery.wsdl.ProbeMatchType;
import org.apache.cxf.ws.discovery.wsdl.ProbeMatchesType;
import org.apache.cxf.ws.discovery.wsdl.ProbeType;
import org.apache.cxf.ws.discovery.wsdl.ResolveMatchType;
import org.apache.cxf.ws.discovery.wsdl.ScopesType;

/** A server of Flotilla as Apache CXF sees it: prints a line "case: ok" or what was seen instead. */
public final class CxfClient {
  private static final String RAFT = "http://di.uminho.pt/ws/2014/01/raft";
  private static final int WAIT_MILLIS = 3_000;
  private static final long SERVE_NANOS = 30_000_000_000L;

  private CxfClient() {}

  /**
   * Takes the endpoint reference, the scope, and the URL of the service; or {@code serve} with a
   * reference, a namespace, a type and a scope.
   */
  public static void main(String[] arguments) {
    if (arguments[0].equals("serve")) {
      serve(arguments[1], arguments[2], arguments[3], arguments[4]);
      return;
    }
    String reference = arguments[0];
    String scope = arguments[1];
    String service = arguments[2];
    say("type", () -> finds("RAFT_Device", null, reference));
    say("scope", () -> finds(null, scope, reference));
    say("not-type", () -> not(finds("Toaster", null, reference)));
    say("not-scope", () -> not(finds(null, scope + "-other", reference)));
    say("resolve", () -> resolves(reference));
    converse(service);
    System.exit(0);
  }

  /** A target service for 30 s. */
  private static void serve(String reference, String namespace, String type, String scope) {
    WSDiscoveryServiceImpl service = new WSDiscoveryServiceImpl(BusFactory.getDefaultBus());
    HelloType hello = new HelloType();
    hello.setEndpointReference(
        new W3CEndpointReferenceBuilder().address(reference).build());
    hello.getTypes().add(new QName(namespace, type));
    ScopesType scopes = new ScopesType();
    scopes.getValue().add(scope);
    hello.setScopes(scopes);
    hello.getXAddrs().add("http://192.0.2.1/lamp");
    hello.setMetadataVersion(1);
    service.startup();
    service.register(hello);
    System.out.println("serving");
    LockSupport.parkNanos(SERVE_NANOS);
    System.exit(0);
  }

  private static void say(String name, Callable<String> test) {
    String seen;
    try {
      seen = test.call();
    } catch (WebServiceException e) {
      // That nobody answers in time is an exception here.
      seen = e.getMessage().contains("Could not receive") ? "no answer of it" : e.toString();
      seen = name.startsWith("not-") ? not(seen) : seen;
    } catch (Exception e) {
      seen = e.toString();
    }
    System.out.println(name + ": " + seen);
  }

  private static String not(String seen) {
    return seen.equals("ok") ? "it answered" : seen.equals("no answer of it") ? "ok" : seen;
  }

  private static WSDiscoveryClient client() {
    WSDiscoveryClient client = new WSDiscoveryClient();
    client.setDefaultProbeTimeout(WAIT_MILLIS);
    return client;
  }

  private static String finds(String type, String scope, String reference) throws Exception {
    try (WSDiscoveryClient client = client()) {
      ProbeType probe = new ProbeType();
      if (type != null) {
        probe.getTypes().add(new QName(RAFT, type));
      }
      if (scope != null) {
        ScopesType scopes = new ScopesType();
        scopes.getValue().add(scope);
        probe.setScopes(scopes);
      }
      ProbeMatchesType matches = client.probe(probe, WAIT_MILLIS);
      List<ProbeMatchType> all = matches == null ? List.of() : matches.getProbeMatch();
      for (ProbeMatchType match : all) {
        if (match.getEndpointReference().toString().contains(reference)) {
          return "ok";
        }
      }
      return "no answer of it";
    }
  }

  private static String resolves(String reference) throws Exception {
    try (WSDiscoveryClient client = client()) {
      var wanted = new W3CEndpointReferenceBuilder().address(reference).build();
      ResolveMatchType match = client.resolve(wanted, WAIT_MILLIS);
      return match != null && !match.getXAddrs().isEmpty() ? "ok" : "no answer of it";
    }
  }

  private static void converse(String address) {
    String uid = "urn:uuid:" + UUID.randomUUID();
    QName name = new QName(RAFT, "RAFT_Service");
    try {
      Service service = Service.create(URI.create(address + "/RAFT_Service.wsdl").toURL(), name);
      QName port = null;
      for (var ports = service.getPorts(); ports.hasNext(); ) {
        QName next = ports.next();
        if (next.getLocalPart().startsWith("RAFT_Service")) {
          port = next;
        }
      }
      System.out.println("wsdl: " + (port == null ? "no port" : "ok"));
      Dispatch<Source> dispatch =
          service.createDispatch(
              port, Source.class, Service.Mode.PAYLOAD, new AddressingFeature(true, true));
      String inserted =
          call(
              dispatch,
              "InsertCommand",
              "<r:InsertCommandRequest xmlns:r='%s'><r:uid>%s</r:uid><r:command>x=1</r:command><r:parameters>y,z</r:parameters></r:InsertCommandRequest>"
                  .formatted(RAFT, uid));
      System.out.println("insert: " + (inserted.contains("success>true<") ? "ok" : inserted));
      String read =
          call(
              dispatch,
              "Read",
              "<r:ReadRequest xmlns:r='%s'><r:uid>%s</r:uid></r:ReadRequest>".formatted(RAFT, uid));
      System.out.println("read: " + (read.contains("x=1") && read.contains("y,z") ? "ok" : read));
    } catch (Exception e) {
      System.out.println("call: " + e);
    }
  }

  private static String call(Dispatch<Source> dispatch, String operation, String body)
      throws Exception {
    dispatch.getRequestContext().put(Dispatch.SOAPACTION_USE_PROPERTY, true);
    dispatch
        .getRequestContext()
        .put(Dispatch.SOAPACTION_URI_PROPERTY, RAFT + "/RAFT_Service/" + operation);
    Source answer = dispatch.invoke(new StreamSource(new StringReader(body)));
    StringWriter text = new StringWriter();
    TransformerFactory.newInstance().newTransformer().transform(answer, new StreamResult(text));
    return text.toString();
  }
}
