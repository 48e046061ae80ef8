package dev.flotilla.gateway.monitor;

import dev.flotilla.console.ConsoleSource;
import dev.flotilla.console.ConsoleState;
import dev.flotilla.console.NodeState;
import dev.flotilla.console.Property;
import dev.flotilla.gateway.backend.Backend;
import dev.flotilla.gateway.backend.LoadReport;
import dev.flotilla.gateway.proxy.Counters;
import dev.flotilla.gateway.proxy.Gateway;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * The values of a gateway and its web servers, beside those of the group of its log. Any thread.
 */
public final class GatewaySource implements ConsoleSource {
  private final Supplier<String> name;
  private final Gateway gateway;
  private final Optional<ConsoleSource> group;

  /**
   * The values of a gateway.
   *
   * @param name its name, which may change
   * @param group those of the group of its log, if it has one
   */
  public GatewaySource(Supplier<String> name, Gateway gateway, Optional<ConsoleSource> group) {
    this.name = name;
    this.gateway = gateway;
    this.group = group;
  }

  @Override
  public CompletionStage<ConsoleState> read() {
    return group
        .map(ConsoleSource::read)
        .orElseGet(() -> CompletableFuture.completedFuture(withoutGroup()))
        .thenApply(state -> state.withNodes(nodes()));
  }

  private static ConsoleState withoutGroup() {
    return ConsoleState.ofGroup(Instant.now(), "", Optional.empty(), List.of(), List.of());
  }

  private List<NodeState> nodes() {
    List<NodeState> nodes = new ArrayList<>(List.of(ofGateway()));
    long nowNanos = System.nanoTime();
    gateway.backends().all().forEach(backend -> nodes.add(ofServer(backend, nowNanos)));
    return nodes;
  }

  private NodeState ofGateway() {
    Counters counters = gateway.counters();
    return new NodeState(
        name.get(),
        "gateway",
        OptionalInt.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        counters.requests(),
        Optional.empty(),
        List.of(
            property("connections", gateway.connections()),
            property("answered", counters.answered()),
            property("failed", counters.failed()),
            property("refused", counters.refused()),
            property("dispatched again", counters.redispatched()),
            property("repeated answers", counters.repeated()),
            property("streamed", counters.streamed()),
            property("WebSockets", counters.tunnels()),
            property("kept bytes", gateway.keptBytes())));
  }

  private static NodeState ofServer(Backend backend, long nowNanos) {
    LoadReport report = backend.report();
    boolean isReported = !report.equals(LoadReport.NONE);
    long used = report.usedMemoryBytes();
    return new NodeState(
        backend.address().toString(),
        backend.isLive(nowNanos) ? "live" : "down",
        isReported ? OptionalInt.of(report.cpuPerMille()) : OptionalInt.empty(),
        isReported ? OptionalLong.of(used) : OptionalLong.empty(),
        isReported ? OptionalLong.of(used + report.freeMemoryBytes()) : OptionalLong.empty(),
        backend.requests(),
        backend.lastRequestMillis() == 0
            ? Optional.empty()
            : Optional.of(Instant.ofEpochMilli(backend.lastRequestMillis())),
        List.of(
            property("under way", backend.inFlight()),
            property("failures", backend.failures()),
            property("requests by its own count", report.requests()),
            new Property(
                "silence (phi)",
                String.format(Locale.ROOT, "%.1f", Math.min(backend.phi(nowNanos), 999)))));
  }

  private static Property property(String name, long value) {
    return new Property(name, Long.toString(value));
  }
}
