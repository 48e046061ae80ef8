package dev.flotilla.bench.harness.agent;

import dev.flotilla.dpws.device.Relationship;
import dev.flotilla.dpws.discovery.Discovery;
import dev.flotilla.dpws.discovery.DiscoverySettings;
import dev.flotilla.dpws.discovery.Target;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;

/**
 * Finds the agents of an experiment by WS-Discovery, and asks each what it is. Blocks its caller.
 */
final class AgentFinder {
  private static final Duration PROBE = Duration.ofSeconds(1);

  private final DiscoverySettings settings;
  private final String experiment;
  private final AgentCalls calls;
  private final UUID manager;

  /** Agents by their endpoint references; each answers to its own only, so none counts twice. */
  private final Map<String, AgentLink> links = new TreeMap<>();

  /** Why devices were not used, by their endpoint references; they are asked again. */
  private final Map<String, String> rejected = new TreeMap<>();

  AgentFinder(DiscoverySettings settings, String experiment, AgentCalls calls, UUID manager) {
    this.settings = settings;
    this.experiment = experiment;
    this.calls = calls;
    this.manager = manager;
  }

  /**
   * Asks until enough agents have answered, and returns at once then.
   *
   * @return so many agents, in the order of their addresses
   * @throws AgentRefusedException if fewer answer in time
   */
  List<AgentLink> find(int count, Duration timeout) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    Map<String, Target> answered = new ConcurrentHashMap<>();
    try (Discovery discovery = Discovery.open(settings)) {
      do {
        discovery
            .probe(
                AgentNames.probe(experiment),
                PROBE,
                target -> answered.put(target.endpointReference(), target))
            .toCompletableFuture()
            .get();
        attachNew(answered);
      } while (links.size() < count && System.nanoTime() - deadline < 0);
    } catch (ExecutionException e) {
      throw new IOException("agents cannot be looked for: " + e.getCause(), e);
    }
    requireEnough(count, timeout);
    return links.values().stream()
        .sorted(Comparator.comparing(link -> link.description().address()))
        .limit(count)
        .toList();
  }

  private void attachNew(Map<String, Target> answered) {
    for (Target target : answered.values()) {
      String id = target.endpointReference();
      if (!links.containsKey(id)) {
        try {
          links.put(id, new AgentLink(calls, address(target), manager));
          rejected.remove(id);
        } catch (IOException e) {
          rejected.put(id, String.valueOf(e.getMessage()));
        }
      }
    }
  }

  private void requireEnough(int count, Duration timeout) throws AgentRefusedException {
    if (links.size() < count) {
      String doubtful =
          rejected.isEmpty() ? "" : "; not used: " + String.join("; ", rejected.values());
      throw new AgentRefusedException(
          "found %s of %s agents of experiment %s in %s s%s%s; start 'flotilla bench agent' on each host"
                  .formatted(
                      links.size(), count, experiment, timeout.toSeconds(), found(), doubtful)
              + " with the same --experiment and network and keys of the same authority, and check"
              + " --interface and --agent-keys here");
    }
  }

  private String found() {
    return links.isEmpty()
        ? ""
        : " (%s)"
            .formatted(
                String.join(
                    ", ",
                    links.values().stream().map(link -> link.description().address()).toList()));
  }

  private URI address(Target target) throws IOException {
    for (Relationship.Hosted hosted : calls.metadata(target).hosted()) {
      if (hosted.serviceId().equals(AgentNames.SERVICE)) {
        return hosted.addresses().get(0);
      }
    }
    throw new IOException(
        "device %s offers no %s".formatted(target.endpointReference(), AgentNames.SERVICE));
  }
}
