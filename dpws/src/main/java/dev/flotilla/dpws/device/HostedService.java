package dev.flotilla.dpws.device;

import dev.flotilla.dpws.eventing.EventSource;
import dev.flotilla.dpws.http.HttpResource;
import dev.flotilla.dpws.http.SoapService;
import dev.flotilla.dpws.soap.BodyReader;
import dev.flotilla.dpws.soap.Operation;
import dev.flotilla.dpws.soap.OperationHandler;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** A service of a device: where it is, what it does and how that is described. Immutable. */
public final class HostedService {
  private final String serviceId;
  private final String path;
  private final List<QName> portTypes;
  private final SoapService operations;
  private final Map<String, HttpResource> documents;
  private final @Nullable String wsdlName;
  private final @Nullable URI elsewhere;
  private final @Nullable EventSource events;

  private HostedService(Builder builder) {
    this.events = builder.events;
    this.serviceId = builder.serviceId;
    this.path = builder.path;
    this.portTypes = List.copyOf(builder.portTypes);
    this.operations = builder.allOperations();
    this.documents = Map.copyOf(builder.documents);
    this.wsdlName = builder.wsdlName;
    this.elsewhere = builder.elsewhere;
  }

  /**
   * Starts a service at the path {@code /serviceId}.
   *
   * @param serviceId its name, unique in the device
   */
  public static Builder builder(String serviceId) {
    return new Builder(serviceId);
  }

  /** Its name. */
  public String serviceId() {
    return serviceId;
  }

  /** Where it is called. */
  public String path() {
    return path;
  }

  /** What it offers. */
  public List<QName> portTypes() {
    return portTypes;
  }

  /** Where another program serves it; null if the device does. */
  @Nullable URI elsewhere() {
    return elsewhere;
  }

  /** Its events; null if it has none. */
  @Nullable EventSource events() {
    return events;
  }

  SoapService operations() {
    return operations;
  }

  /** The documents by path. */
  Map<String, HttpResource> documents() {
    return documents;
  }

  /** The path of the WSDL, if it has one. */
  @Nullable String wsdlName() {
    return wsdlName;
  }

  /** Collects the parts of a service. Not thread-safe. */
  public static final class Builder {
    private final String serviceId;
    private final List<QName> portTypes = new ArrayList<>();
    private final SoapService.Builder operations = SoapService.builder();
    private final Map<String, HttpResource> documents = new LinkedHashMap<>();
    private String path;
    private @Nullable String wsdlName;
    private @Nullable EventSource events;
    private @Nullable EventSource eventsElsewhere;
    private @Nullable URI elsewhere;

    private Builder(String serviceId) {
      FieldLimits.requireText("service id", serviceId);
      this.serviceId = serviceId;
      this.path = "/" + serviceId;
    }

    /** Moves the service to another path, which starts with a slash. */
    public Builder path(String newPath) {
      this.path = newPath;
      return this;
    }

    /**
     * Another program serves it at this address: the device names it in its metadata, and does not
     * serve it. It has no operations, documents or events here.
     */
    public Builder elsewhere(URI address) {
      this.elsewhere = address;
      return this;
    }

    /** Adds a port type of the WSDL. */
    public Builder portType(QName portType) {
      portTypes.add(portType);
      return this;
    }

    /** Adds an operation that answers. */
    public <Q, A> Builder operation(Operation<Q, A> operation, OperationHandler<Q, A> handler) {
      operations.operation(operation, handler);
      return this;
    }

    /** Adds an operation without an answer; the handler runs on an event loop. */
    public <Q> Builder oneWay(String action, BodyReader<Q> reader, Consumer<Q> handler) {
      operations.oneWay(action, reader, handler);
      return this;
    }

    /**
     * Lets others subscribe to events. The WSDL, or one that it imports and that is a document of
     * the service, with a name that ends in {@code .wsdl}, must describe them: a port type with
     * {@code wse:EventSource="true"}, and in it an operation with an output and no input for each
     * type of events, whose action is the output's {@code wsam:Action}.
     *
     * @param source stays open when the device closes; close it first, so that subscribers hear of
     *     the end
     */
    public Builder events(EventSource source) {
      if (events != null) {
        throw new IllegalArgumentException("service " + serviceId + " has an event source already");
      }
      events = source;
      return this;
    }

    /**
     * Lets others subscribe here, too, to the {@link #events} of another service of the device, as
     * they did before that service was there. The WSDL need not describe them.
     */
    public Builder subscriptionsOf(EventSource source) {
      eventsElsewhere = source;
      return this;
    }

    /**
     * Sets the WSDL, served beside the service's documents under this name.
     *
     * <p>Wherever a document holds {@value WsdlAddress#PLACEHOLDER}, the URL of the service is
     * served, at the address where it is asked for.
     */
    public Builder wsdl(String name, HttpResource wsdl) {
      if (wsdlName != null) {
        throw new IllegalArgumentException("service " + serviceId + " has a WSDL already");
      }
      wsdlName = name;
      return document(name, wsdl);
    }

    /** Adds a document that the WSDL refers to by this name, such as its schema. */
    public Builder document(String name, HttpResource document) {
      if (documents.putIfAbsent(name, document) != null) {
        throw new IllegalArgumentException("service " + serviceId + " has two documents " + name);
      }
      return this;
    }

    /** The service; refuses one that nobody could use. */
    public HostedService build() {
      if (portTypes.isEmpty()) {
        throw new IllegalArgumentException("service " + serviceId + " needs a port type");
      }
      if (elsewhere != null && (events != null || !documents.isEmpty())) {
        throw new IllegalArgumentException(
            "service "
                + serviceId
                + " is at "
                + elsewhere
                + ": its documents and events are there");
      }
      if (events != null) {
        requireDescribed(events);
      }
      return new HostedService(this);
    }

    private void requireDescribed(EventSource source) {
      if (wsdlName == null) {
        throw new IllegalArgumentException(
            "service " + serviceId + " has events and no WSDL that describes them");
      }
      List<HttpResource> wsdls =
          documents.entrySet().stream()
              .filter(it -> it.getKey().equals(wsdlName) || it.getKey().endsWith(".wsdl"))
              .map(Map.Entry::getValue)
              .toList();
      WsdlEvents.requireAll(source.actions(), wsdls);
    }

    private SoapService allOperations() {
      if (events != null) {
        operations.include(events.operations(path));
      }
      if (eventsElsewhere != null) {
        operations.include(eventsElsewhere.operations(path));
      }
      return operations.build();
    }
  }
}
