package dev.flotilla.gateway.agent;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.HostPort;
import dev.flotilla.dpws.device.Device;
import dev.flotilla.dpws.device.HostedService;
import dev.flotilla.dpws.device.ThisDevice;
import dev.flotilla.dpws.device.ThisModel;
import dev.flotilla.dpws.discovery.Discovery;
import dev.flotilla.dpws.discovery.DiscoverySettings;
import dev.flotilla.dpws.eventing.EventSource;
import dev.flotilla.dpws.eventing.EventSourceSettings;
import dev.flotilla.dpws.http.HttpResource;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A device beside a web server: it pushes reports of its load to the gateways that subscribe. It
 * joins with its first report, and leaves when it is closed.
 *
 * <p>Any thread; {@link #start} and {@link #close} block.
 */
public final class WebServerAgent implements AutoCloseable {
  private final Deque<Runnable> releases = new ArrayDeque<>();
  private final EventSource reports;
  private final LoadGauge gauge;

  private WebServerAgent(Settings settings) throws IOException {
    gauge = new LoadGauge(settings.server(), settings.probePath(), settings.countPath());
    try {
      EventLoops loops = EventLoops.start(1, "gateway-agent-net");
      releases.push(loops::close);
      Discovery discovery = Discovery.open(settings.discovery());
      releases.push(discovery::close);
      reports = EventSource.open(loops, EventSourceSettings.DEFAULT, List.of(ReportCodec.TYPE));
      Device device = device(settings, loops, discovery);
      releases.push(device::close);
      releases.push(reports::close);
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
    ScheduledExecutorService timer =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "gateway-agent");
              thread.setDaemon(true);
              return thread;
            });
    releases.push(timer::shutdownNow);
    var unused =
        timer.scheduleWithFixedDelay(
            this::report, 0, settings.everyMillis(), TimeUnit.MILLISECONDS);
  }

  /**
   * What an agent needs to know.
   *
   * @param server its web server
   * @param farm the name of all web servers of a gateway together
   * @param address where the agent listens
   * @param discovery the interface by which it is found
   * @param probePath what to ask the web server, to see whether it lives
   * @param countPath where the web server tells its number of requests; empty for nowhere
   * @param everyMillis how often to report
   */
  public record Settings(
      HostPort server,
      String farm,
      InetAddress address,
      DiscoverySettings discovery,
      String probePath,
      String countPath,
      int everyMillis) {}

  /**
   * Starts an agent, which can be found when this returns.
   *
   * @throws IOException if the address or the interface cannot be used
   */
  public static WebServerAgent start(Settings settings) throws IOException {
    return new WebServerAgent(settings);
  }

  private Device device(Settings settings, EventLoops loops, Discovery discovery)
      throws IOException {
    UUID id = UUID.randomUUID();
    return Device.builder(id)
        .type(ReportCodec.DEVICE_TYPE)
        .scope(ReportCodec.scope(settings.farm()))
        .model(ThisModel.of("Flotilla", "Flotilla web server agent"))
        .device(new ThisDevice("Agent of " + settings.server(), null, id.toString()))
        .address(new InetSocketAddress(settings.address(), 0))
        .eventLoops(loops)
        .discovery(discovery)
        .service(
            HostedService.builder(ReportCodec.SERVICE)
                .portType(ReportCodec.PORT_TYPE)
                .events(reports)
                .wsdl("agent.wsdl", HttpResource.xml(WebServerAgent.class, "agent.wsdl"))
                .build())
        .start();
  }

  private void report() {
    reports.publish(ReportCodec.TYPE, gauge.measure());
  }

  /** Tells the subscribers that it leaves, and says Bye. */
  @Override
  public synchronized void close() {
    while (!releases.isEmpty()) {
      releases.pop().run();
    }
  }
}
