package dev.flotilla.bench.harness.agent;

import dev.flotilla.dpws.device.Relationship;
import dev.flotilla.dpws.discovery.Discovery;
import dev.flotilla.dpws.discovery.DiscoverySettings;
import dev.flotilla.dpws.discovery.Target;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;

/** Finds the agents of an experiment by WS-Discovery. Blocks its caller. */
final class AgentFinder {
  private static final Duration PROBE = Duration.ofSeconds(1);

  private final DiscoverySettings settings;
  private final String experiment;
  private final AgentCalls calls;

  AgentFinder(DiscoverySettings settings, String experiment, AgentCalls calls) {
    this.settings = settings;
    this.experiment = experiment;
    this.calls = calls;
  }

  /**
   * Asks until enough agents have answered, and returns at once then.
   *
   * @return so many agents, in the order of their ids
   * @throws IOException if fewer answer in time
   */
  List<AgentAddress> find(int count, Duration timeout) throws IOException, InterruptedException {
    if (count < 1) {
      throw new IllegalArgumentException("agents is " + count + "; ask for at least 1");
    }
    Map<String, Target> found = new ConcurrentHashMap<>();
    CompletableFuture<Void> enough = new CompletableFuture<>();
    long deadline = System.nanoTime() + timeout.toNanos();
    try (Discovery discovery = Discovery.open(settings)) {
      while (found.size() < count && System.nanoTime() - deadline < 0) {
        var round =
            discovery.probe(
                AgentNames.probe(experiment),
                PROBE,
                target -> {
                  found.put(target.endpointReference(), target);
                  if (found.size() >= count) {
                    enough.complete(null);
                  }
                });
        CompletableFuture.anyOf(round.toCompletableFuture(), enough).get();
      }
    } catch (ExecutionException e) {
      throw new IOException("agents cannot be looked for: " + e.getCause(), e);
    }
    requireEnough(found.size(), count, timeout);
    return addresses(found);
  }

  private void requireEnough(int found, int count, Duration timeout) throws IOException {
    if (found < count) {
      throw new IOException(
          "found %s of %s agents of experiment %s in %s s; start 'flotilla bench agent' on each host"
              .formatted(found, count, experiment, timeout.toSeconds()));
    }
  }

  private List<AgentAddress> addresses(Map<String, Target> found) throws IOException {
    List<AgentAddress> addresses = new ArrayList<>();
    for (Target target : found.values()) {
      addresses.add(address(target));
    }
    addresses.sort(Comparator.comparing(AgentAddress::id));
    return addresses;
  }

  private AgentAddress address(Target target) throws IOException {
    for (Relationship.Hosted hosted : calls.metadata(target).hosted()) {
      if (hosted.serviceId().equals(AgentNames.SERVICE)) {
        return new AgentAddress(target.endpointReference(), hosted.addresses().get(0));
      }
    }
    throw new IOException(
        "device %s offers no %s".formatted(target.endpointReference(), AgentNames.SERVICE));
  }
}
