package dev.flotilla.bench.harness.agent;

import java.net.URI;

/**
 * An agent that was found.
 *
 * @param id the endpoint reference of its device
 * @param service where its ManagementService is
 */
record AgentAddress(String id, URI service) {
  @Override
  public String toString() {
    return "agent at " + service.getAuthority();
  }
}
