package dev.flotilla.gateway.proxy;

import dev.flotilla.dpws.NetworkPorts;
import dev.flotilla.dpws.http.message.ByteBudget;
import dev.flotilla.gateway.backend.BackendSet;
import dev.flotilla.gateway.log.RequestLog;

/** What all connections of a gateway share. */
record GatewayContext(
    GatewayOptions options,
    BackendSet backends,
    RequestLog log,
    Counters counters,
    ByteBudget kept,
    NetworkPorts ports,
    GatewayEvents events) {
  long nowNanos() {
    return ports.nanoTime().getAsLong();
  }
}
