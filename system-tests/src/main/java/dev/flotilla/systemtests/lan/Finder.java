package dev.flotilla.systemtests.lan;

import dev.flotilla.dpws.discovery.Discovery;
import dev.flotilla.dpws.discovery.DiscoverySettings;
import dev.flotilla.dpws.discovery.Probe;
import dev.flotilla.dpws.discovery.Target;
import java.net.NetworkInterface;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import javax.xml.namespace.QName;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** Looks for a target service of another stack; ends with 0 if it is found as it should be. */
@CommandLine.Command(name = "finder", description = "Looks for a target service.")
public final class Finder implements Callable<Integer> {
  private static final Duration WAIT = Duration.ofSeconds(3);

  @Option(names = "--interface", required = true, description = "The network interface.")
  private String networkInterface = "";

  @Option(names = "--reference", required = true, description = "Its endpoint reference.")
  private String reference = "";

  @Option(names = "--namespace", required = true, description = "Of its type.")
  private String namespace = "";

  @Option(names = "--type", required = true, description = "Its type.")
  private String type = "";

  @Option(names = "--scope", required = true, description = "Its scope.")
  private String scope = "";

  /** Runs it. */
  public static void main(String[] arguments) {
    System.exit(new CommandLine(new Finder()).execute(arguments));
  }

  @Override
  public Integer call() throws Exception {
    NetworkInterface nic = NetworkInterface.getByName(networkInterface);
    try (Discovery discovery = Discovery.open(DiscoverySettings.on(List.of(nic)))) {
      boolean isRight =
          is(true, "type", discovery, Probe.anything().ofType(new QName(namespace, type)))
              && is(true, "scope", discovery, Probe.anything().inScope(scope))
              && is(false, "other type", discovery, Probe.anything().ofType(new QName("x", type)))
              && is(false, "other scope", discovery, Probe.anything().inScope(scope + "-other"));
      return isRight ? 0 : 1;
    }
  }

  private boolean is(boolean wanted, String what, Discovery discovery, Probe probe) {
    List<Target> found = discovery.probe(probe, WAIT).toCompletableFuture().join();
    boolean isFound = found.stream().anyMatch(it -> it.endpointReference().equals(reference));
    if (isFound != wanted) {
      System.out.println("by " + what + ": " + (isFound ? "found" : "not found"));
    }
    return isFound == wanted;
  }
}
