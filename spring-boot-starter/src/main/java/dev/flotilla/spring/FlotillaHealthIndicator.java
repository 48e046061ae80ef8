package dev.flotilla.spring;

import dev.flotilla.FlotillaServer;
import java.util.Set;
import org.springframework.boot.actuate.health.AbstractHealthIndicator;
import org.springframework.boot.actuate.health.Health;

/**
 * UP while the server leads, or follows a leader, of a group that has a majority. DOWN while it is
 * not founded, and after it has heard of no leader for an election timeout. It asks the server in
 * this process only, and does not block.
 */
final class FlotillaHealthIndicator extends AbstractHealthIndicator {
  /** Roles of members that know a leader; the others look for one, or are no members. */
  private static final Set<String> SERVING = Set.of("leader", "follower");

  private final FlotillaServer server;

  FlotillaHealthIndicator(FlotillaServer server) {
    super("the state of the Flotilla server is not available");
    this.server = server;
  }

  @Override
  protected void doHealthCheck(Health.Builder health) {
    String role = server.role();
    health
        .status(SERVING.contains(role) ? "UP" : "DOWN")
        .withDetail("group", server.groupName())
        .withDetail("member", server.member())
        .withDetail("role", role)
        .withDetail("address", server.address().toString());
  }
}
