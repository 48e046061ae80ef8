package dev.flotilla.gateway.proxy;

import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What happens to web servers: in the log, and for who listens. One event loop. */
final class GatewayEvents {
  private static final Logger LOG = LoggerFactory.getLogger(GatewayEvents.class);

  private final Consumer<String> listener;

  GatewayEvents(Consumer<String> listener) {
    this.listener = listener;
  }

  void happened(String event) {
    LOG.warn("{}", event);
    listener.accept(event);
  }
}
