package dev.flotilla.spring;

import dev.flotilla.FlotillaServer;
import dev.flotilla.metrics.ServerHealth;
import org.springframework.boot.actuate.health.AbstractHealthIndicator;
import org.springframework.boot.actuate.health.Health;

/**
 * UP while {@link ServerHealth#isReady}: the server is a member of its group and knows a leader
 * that has a majority. DOWN while it is not founded, and after it has heard of no leader for an
 * election timeout. It asks the server in this process only, and does not block.
 */
final class FlotillaHealthIndicator extends AbstractHealthIndicator {
  private final FlotillaServer server;

  FlotillaHealthIndicator(FlotillaServer server) {
    super("the state of the Flotilla server is not available");
    this.server = server;
  }

  @Override
  protected void doHealthCheck(Health.Builder health) {
    ServerHealth now = server.health();
    health
        .status(now.isReady() ? "UP" : "DOWN")
        .withDetail("group", server.groupName())
        .withDetail("member", server.member())
        .withDetail("role", server.role())
        .withDetail("address", server.address().toString())
        .withDetail("problems", now.problems());
  }
}
