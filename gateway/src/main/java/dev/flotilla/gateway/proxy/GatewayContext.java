package dev.flotilla.gateway.proxy;

import dev.flotilla.dpws.NetworkPorts;
import dev.flotilla.gateway.backend.BackendSet;
import dev.flotilla.gateway.log.RequestLog;

/** What all connections of a gateway share. */
record GatewayContext(
    GatewayOptions options,
    BackendSet backends,
    RequestLog log,
    Counters counters,
    KeptBytes kept,
    NetworkPorts ports) {
  long nowNanos() {
    return ports.nanoTime().getAsLong();
  }
}
