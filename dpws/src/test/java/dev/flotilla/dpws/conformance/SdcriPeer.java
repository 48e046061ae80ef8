package dev.flotilla.dpws.conformance;

import com.google.common.eventbus.Subscribe;
import com.google.inject.Guice;
import com.google.inject.Injector;
import dev.flotilla.testing.Await;
import jakarta.xml.bind.JAXBElement;
import java.io.File;
import java.io.IOException;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.xml.namespace.QName;
import org.somda.sdc.common.guice.DefaultCommonConfigModule;
import org.somda.sdc.common.guice.DefaultCommonModule;
import org.somda.sdc.dpws.DpwsConfig;
import org.somda.sdc.dpws.DpwsFramework;
import org.somda.sdc.dpws.DpwsUtil;
import org.somda.sdc.dpws.client.Client;
import org.somda.sdc.dpws.client.ClientConfig;
import org.somda.sdc.dpws.client.DiscoveryObserver;
import org.somda.sdc.dpws.client.Subscription;
import org.somda.sdc.dpws.client.event.DeviceEnteredMessage;
import org.somda.sdc.dpws.client.event.DeviceLeftMessage;
import org.somda.sdc.dpws.client.event.ProbedDeviceFoundMessage;
import org.somda.sdc.dpws.device.Device;
import org.somda.sdc.dpws.device.DeviceSettings;
import org.somda.sdc.dpws.device.WebService;
import org.somda.sdc.dpws.device.factory.DeviceFactory;
import org.somda.sdc.dpws.guice.DefaultDpwsConfigModule;
import org.somda.sdc.dpws.guice.DefaultDpwsModule;
import org.somda.sdc.dpws.service.HostingServiceProxy;
import org.somda.sdc.dpws.service.factory.HostedServiceFactory;
import org.somda.sdc.dpws.soap.SoapConfig;
import org.somda.sdc.dpws.soap.exception.TransportException;
import org.somda.sdc.dpws.soap.wsaddressing.WsAddressingUtil;
import org.somda.sdc.dpws.soap.wsaddressing.model.EndpointReferenceType;
import org.somda.sdc.dpws.soap.wsdiscovery.WsDiscoveryConfig;
import org.somda.sdc.dpws.soap.wseventing.ActionBasedEventSource;
import org.somda.sdc.dpws.soap.wseventing.model.WsEventingStatus;
import org.somda.sdc.dpws.wsdl.WsdlRetriever;

/**
 * A client, and on demand a device, of SDCri: a DPWS stack that is not ours. It uses the port of
 * the standard, which cannot be changed, so that tests tell devices apart by their identities.
 */
final class SdcriPeer implements AutoCloseable {
  private static final Duration PATIENCE = Await.limit();

  final Client client;
  final BlockingQueue<ProbedDeviceFoundMessage> probed = new LinkedBlockingQueue<>();
  final BlockingQueue<DeviceEnteredMessage> entered = new LinkedBlockingQueue<>();
  final BlockingQueue<DeviceLeftMessage> left = new LinkedBlockingQueue<>();

  private final NetworkInterface nic;
  private final Injector injector;
  private final DpwsFramework framework;

  /** Hears what the client is told; public, because an event bus calls it. */
  public final class Observer implements DiscoveryObserver {
    @Subscribe
    void on(ProbedDeviceFoundMessage message) {
      probed.add(message);
    }

    @Subscribe
    void on(DeviceEnteredMessage message) {
      entered.add(message);
    }

    @Subscribe
    void on(DeviceLeftMessage message) {
      left.add(message);
    }
  }

  /**
   * Starts one.
   *
   * @param directory for the log of its communication
   */
  SdcriPeer(Path directory) throws TimeoutException, SocketException {
    nic = NetworkInterface.getByName("lo");
    injector =
        Guice.createInjector(
            new DefaultCommonConfigModule(),
            new DefaultCommonModule(),
            new DefaultDpwsModule(),
            new Config(directory));
    framework = injector.getInstance(DpwsFramework.class);
    framework.setNetworkInterface(nic);
    framework.startAsync().awaitRunning(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    client = injector.getInstance(Client.class);
    client.registerDiscoveryObserver(new Observer());
    client.startAsync().awaitRunning(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  /** Why subscriptions of the client end, from now on. */
  BlockingQueue<WsEventingStatus> subscriptionEnds() {
    BlockingQueue<WsEventingStatus> ends = new LinkedBlockingQueue<>();
    client.registerEventObserver(
        event -> {
          if (event instanceof Subscription.End end && end.getWsEventingStatus() != null) {
            ends.add(end.getWsEventingStatus());
          }
        });
    return ends;
  }

  /** Starts a device, which says Hello; stop it to hear its Bye. One per peer. */
  Device startDevice(String endpointReference, List<QName> types, List<String> scopes)
      throws TimeoutException {
    Device device = newDevice(endpointReference, types, scopes);
    device.startAsync().awaitRunning(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    return device;
  }

  /** Starts a device with one service, Sensor, whose events are in the WSDL. One per peer. */
  EventingDevice startEventingDevice(String endpointReference, String wsdl)
      throws TimeoutException {
    Device device = newDevice(endpointReference, List.of(), List.of());
    ActionBasedEventSource events = injector.getInstance(ActionBasedEventSource.class);
    WebService service = new WebService() {};
    service.registerEventSource(events);
    device
        .getHostingServiceAccess()
        .addHostedService(
            injector
                .getInstance(HostedServiceFactory.class)
                .createHostedService(
                    "Sensor",
                    List.of(new QName("urn:test:sensor", "Sensor")),
                    service,
                    wsdl.getBytes(StandardCharsets.UTF_8)));
    device.startAsync().awaitRunning(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    return new EventingDevice(device, events);
  }

  /** A device of SDCri's that has events. */
  record EventingDevice(Device device, ActionBasedEventSource events) {
    /** Sends an element with text to the subscribers of an action. */
    void notify(String action, QName element, String text) {
      events.sendNotification(action, new JAXBElement<>(element, String.class, text));
    }

    void stop() throws TimeoutException {
      device.stopAsync().awaitTerminated(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
  }

  private Device newDevice(String endpointReference, List<QName> types, List<String> scopes) {
    EndpointReferenceType reference =
        injector.getInstance(WsAddressingUtil.class).createEprWithAddress(endpointReference);
    Device device =
        injector
            .getInstance(DeviceFactory.class)
            .createDevice(
                new DeviceSettings() {
                  @Override
                  public EndpointReferenceType getEndpointReference() {
                    return reference;
                  }

                  @Override
                  public NetworkInterface getNetworkInterface() {
                    return nic;
                  }
                });
    device.getDiscoveryAccess().setTypes(types);
    device.getDiscoveryAccess().setScopes(scopes);
    DpwsUtil names = injector.getInstance(DpwsUtil.class);
    device
        .getHostingServiceAccess()
        .setThisDevice(
            names
                .createDeviceBuilder(names.createLocalizedStrings("en", "Foreign device").get())
                .get());
    device
        .getHostingServiceAccess()
        .setThisModel(
            names
                .createModelBuilder(
                    names.createLocalizedStrings("en", "Foreign").get(),
                    names.createLocalizedStrings("en", "Model").get())
                .get());
    return device;
  }

  /** The WSDL documents of each hosted service, by service id. */
  Map<String, List<String>> wsdls(HostingServiceProxy device)
      throws IOException, TransportException {
    return injector.getInstance(WsdlRetriever.class).retrieveWsdls(device);
  }

  @Override
  public void close() throws TimeoutException {
    client.stopAsync().awaitTerminated(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    framework.stopAsync().awaitTerminated(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  /** Its defaults, validation by the standards' schemas among them, but for compression. */
  private static final class Config extends DefaultDpwsConfigModule {
    /** Ten seconds and less if nothing is said. */
    private static final List<String> WAITS =
        List.of(
            DpwsConfig.MAX_WAIT_FOR_FUTURES,
            DpwsConfig.HTTP_CLIENT_CONNECT_TIMEOUT,
            DpwsConfig.HTTP_CLIENT_READ_TIMEOUT,
            DpwsConfig.HTTP_SERVER_CONNECTION_TIMEOUT,
            ClientConfig.MAX_WAIT_FOR_RESOLVE_MATCHES,
            WsDiscoveryConfig.MAX_WAIT_FOR_PROBE_MATCHES,
            WsDiscoveryConfig.MAX_WAIT_FOR_RESOLVE_MATCHES);

    private final Path directory;

    Config(Path directory) {
      this.directory = directory;
    }

    @Override
    protected void customConfigure() {
      super.customConfigure();
      bind(DpwsConfig.COMMUNICATION_LOG_SINK_DIRECTORY, File.class, directory.toFile());
      bind(SoapConfig.METADATA_COMMENT, Boolean.class, false);
      bind(DpwsConfig.HTTP_GZIP_COMPRESSION, Boolean.class, false);
      for (String wait : WAITS) {
        bind(wait, Duration.class, PATIENCE);
      }
    }
  }
}
