package dev.flotilla.server;

import com.google.common.eventbus.Subscribe;
import com.google.inject.Guice;
import com.google.inject.Injector;
import dev.flotilla.server.jaxb.InsertCommandRequest;
import dev.flotilla.server.jaxb.InsertCommandResponse;
import dev.flotilla.server.jaxb.ReadRequest;
import dev.flotilla.server.jaxb.ReadResponse;
import dev.flotilla.testing.Await;
import java.io.File;
import java.io.IOException;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.somda.sdc.common.guice.DefaultCommonConfigModule;
import org.somda.sdc.common.guice.DefaultCommonModule;
import org.somda.sdc.dpws.DpwsConfig;
import org.somda.sdc.dpws.DpwsFramework;
import org.somda.sdc.dpws.client.Client;
import org.somda.sdc.dpws.client.DiscoveryFilter;
import org.somda.sdc.dpws.client.DiscoveryObserver;
import org.somda.sdc.dpws.client.event.DeviceProbeTimeoutMessage;
import org.somda.sdc.dpws.client.event.ProbedDeviceFoundMessage;
import org.somda.sdc.dpws.guice.DefaultDpwsConfigModule;
import org.somda.sdc.dpws.guice.DefaultDpwsModule;
import org.somda.sdc.dpws.service.HostedServiceProxy;
import org.somda.sdc.dpws.service.HostingServiceProxy;
import org.somda.sdc.dpws.soap.SoapConfig;
import org.somda.sdc.dpws.soap.SoapMessage;
import org.somda.sdc.dpws.soap.SoapUtil;
import org.somda.sdc.dpws.soap.exception.TransportException;
import org.somda.sdc.dpws.soap.wsdiscovery.WsDiscoveryConfig;
import org.somda.sdc.dpws.wsdl.WsdlRetriever;

/**
 * A client of SDCri, a DPWS stack that is not ours, on loopback. It validates what it sends and
 * gets by the standards' schemas and by those that our servers publish.
 */
final class SdcriClient implements AutoCloseable {
  private static final long PATIENCE_SECONDS = Await.limitSeconds();
  private static final String SCHEMAS = "dev/flotilla/raftdpws/wire/";

  private final BlockingQueue<String> endedProbes = new LinkedBlockingQueue<>();
  private final Set<Find> finds = ConcurrentHashMap.newKeySet();
  private final Injector injector;
  private final DpwsFramework framework;
  private final Client client;

  private record Find(String probe, String endpointReference) {}

  /** Hears what the client is told; public, because an event bus calls it. */
  public final class Observer implements DiscoveryObserver {
    @Subscribe
    void on(ProbedDeviceFoundMessage message) {
      finds.add(new Find(message.getDiscoveryId(), message.getPayload().getEprAddress()));
    }

    @Subscribe
    void on(DeviceProbeTimeoutMessage message) {
      endedProbes.add(message.getDiscoveryId());
    }
  }

  /** Keeps what it writes in that directory. */
  SdcriClient(Path directory) throws SocketException, TimeoutException {
    injector =
        Guice.createInjector(
            new DefaultCommonConfigModule(),
            new DefaultCommonModule(),
            new DefaultDpwsModule(),
            new Config(directory));
    framework = injector.getInstance(DpwsFramework.class);
    framework.setNetworkInterface(NetworkInterface.getByName("lo"));
    framework.startAsync().awaitRunning(PATIENCE_SECONDS, TimeUnit.SECONDS);
    client = injector.getInstance(Client.class);
    client.registerDiscoveryObserver(new Observer());
    client.startAsync().awaitRunning(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /** Asks all of it at once, and waits until SDCri hears no more answers. */
  void probe(List<DiscoveryFilter> filters) throws Exception {
    for (DiscoveryFilter filter : filters) {
      client.probe(filter);
    }
    for (int i = 0; i < filters.size(); i++) {
      if (endedProbes.poll(PATIENCE_SECONDS, TimeUnit.SECONDS) == null) {
        throw new TimeoutException("a Probe of SDCri did not end");
      }
    }
  }

  /** Whether that Probe found that device. */
  boolean hasFound(DiscoveryFilter filter, String endpointReference) {
    return finds.contains(new Find(filter.getDiscoveryId(), endpointReference));
  }

  /** The device, with the metadata that it sent. */
  HostingServiceProxy connect(String endpointReference) throws Exception {
    return client
        .connect(client.resolve(endpointReference).get(PATIENCE_SECONDS, TimeUnit.SECONDS))
        .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /** The WSDL documents of a service, from where its metadata says. */
  List<String> wsdls(HostingServiceProxy device, String serviceId)
      throws IOException, TransportException {
    return injector.getInstance(WsdlRetriever.class).retrieveWsdls(device).get(serviceId);
  }

  /** Calls InsertCommand. */
  InsertCommandResponse insert(
      HostedServiceProxy service, String action, InsertCommandRequest request) throws Exception {
    SoapUtil soap = injector.getInstance(SoapUtil.class);
    SoapMessage message = soap.createMessage(action, service.getActiveEprAddress(), request);
    SoapMessage response = service.getRequestResponseClient().sendRequestResponse(message);
    return soap.getBody(response, InsertCommandResponse.class).orElseThrow();
  }

  /** Calls Read. */
  ReadResponse read(HostedServiceProxy service, String action, ReadRequest request)
      throws Exception {
    SoapUtil soap = injector.getInstance(SoapUtil.class);
    SoapMessage message = soap.createMessage(action, service.getActiveEprAddress(), request);
    SoapMessage response = service.getRequestResponseClient().sendRequestResponse(message);
    return soap.getBody(response, ReadResponse.class).orElseThrow();
  }

  @Override
  public void close() throws TimeoutException {
    client.stopAsync().awaitTerminated(PATIENCE_SECONDS, TimeUnit.SECONDS);
    framework.stopAsync().awaitTerminated(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  private static final class Config extends DefaultDpwsConfigModule {
    private final Path directory;

    Config(Path directory) {
      this.directory = directory;
    }

    @Override
    protected void customConfigure() {
      super.customConfigure();
      bind(
          SoapConfig.JAXB_CONTEXT_PATH,
          String.class,
          InsertCommandRequest.class.getPackage().getName());
      bind(
          SoapConfig.JAXB_SCHEMA_PATH,
          String.class,
          SCHEMAS + "flotilla.xsd:" + SCHEMAS + "raft.xsd");
      bind(
          DpwsConfig.COMMUNICATION_LOG_SINK_DIRECTORY,
          File.class,
          directory.resolve("commlog").toFile());
      bind(SoapConfig.METADATA_COMMENT, Boolean.class, false);
      bind(DpwsConfig.HTTP_GZIP_COMPRESSION, Boolean.class, false);
      // Servers on loopback answer within 50 ms.
      bind(WsDiscoveryConfig.MAX_WAIT_FOR_PROBE_MATCHES, Duration.class, Duration.ofSeconds(3));
    }
  }
}
