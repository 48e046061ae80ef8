package dev.flotilla.bench.harness.agent;

import java.net.URI;

/**
 * A device that says that it is an agent.
 *
 * @param id the endpoint reference of the device
 * @param service where its ManagementService is
 */
record AgentAddress(String id, URI service) {
  @Override
  public String toString() {
    return "agent at " + service.getAuthority();
  }
}
