package dev.flotilla.gateway.command;

import dev.flotilla.dpws.HostPort;
import dev.flotilla.gateway.agent.WebServerAgent;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs an agent beside a web server. */
@CommandLine.Command(
    name = "agent",
    description =
        "Reports the load of a web server to all gateways that run with --farm of the same name."
            + " The web server gets requests from the first report on, and no more when the agent"
            + " ends.")
final class AgentCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--server",
      required = true,
      paramLabel = "HOST:PORT",
      description = "Where gateways reach the web server.")
  private String server = "";

  @Option(
      names = "--farm",
      required = true,
      paramLabel = "NAME",
      description = "The name of all web servers of a gateway together.")
  private String farm = "";

  @Option(
      names = "--interface",
      paramLabel = "IF",
      description = "The network interface by which gateways find the agent. Default: loopback.")
  private @Nullable String networkInterface;

  @Option(
      names = "--probe",
      paramLabel = "PATH",
      defaultValue = "/",
      description =
          "What to ask the web server, to see whether it lives. Default: ${DEFAULT-VALUE}.")
  private String probePath = "/";

  @Option(
      names = "--count",
      paramLabel = "PATH",
      defaultValue = "",
      description =
          "Where the web server answers with the number of its requests. Default: nowhere.")
  private String countPath = "";

  @Option(
      names = "--every-millis",
      paramLabel = "N",
      defaultValue = "1000",
      description = "How often to report. Default: ${DEFAULT-VALUE}.")
  private int everyMillis;

  @Override
  public Integer call() throws GatewayFailure {
    WebServerAgent agent;
    try {
      agent = WebServerAgent.start(settings());
    } catch (IOException e) {
      throw new GatewayFailure(GatewayFailure.NETWORK, String.valueOf(e.getMessage()), e);
    } catch (IllegalArgumentException e) {
      throw new GatewayFailure(GatewayFailure.USAGE, String.valueOf(e.getMessage()), e);
    }
    Runtime.getRuntime().addShutdownHook(new Thread(agent::close, "agent-shutdown"));
    PrintWriter out = spec.commandLine().getOut();
    out.println("reporting " + server + " to farm " + farm);
    out.flush();
    try {
      new CountDownLatch(1).await(); // Until a signal ends the process.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return 0;
  }

  private WebServerAgent.Settings settings() throws IOException {
    NetworkChoice network = NetworkChoice.of(networkInterface);
    return new WebServerAgent.Settings(
        HostPort.parse(server),
        farm,
        network.address(),
        network.discovery(),
        probePath,
        countPath,
        everyMillis);
  }
}
