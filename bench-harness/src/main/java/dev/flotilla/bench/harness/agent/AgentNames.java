package dev.flotilla.bench.harness.agent;

import dev.flotilla.bench.harness.management.ManagedRole;
import dev.flotilla.dpws.discovery.Probe;
import dev.flotilla.dpws.discovery.ScopeRule;
import javax.xml.namespace.QName;

/** The names by which agents are found and called. */
final class AgentNames {
  /** The namespace of Flotilla's own operations. */
  static final String NAMESPACE = "urn:flotilla:bench:2026";

  static final String PREFIX = "b";
  static final String SERVICE = "ManagementService";
  static final String PORT_TYPE = "Agent";
  static final QName DEVICE_TYPE = ManagedRole.SERVER.deviceType();

  private static final String SCOPE = NAMESPACE + ":experiment:";

  private AgentNames() {}

  /**
   * The scope of the agents of an experiment.
   *
   * @throws IllegalArgumentException if the name is not of the form of group names
   */
  static String scope(String experiment) {
    if (!experiment.matches("[A-Za-z0-9._-]{1,64}")) {
      throw new IllegalArgumentException(
          "not an experiment name: '%s'; use 1 to 64 of letters, digits, dot, - and _"
              .formatted(experiment));
    }
    return SCOPE + experiment;
  }

  /** Asks for the agents of an experiment. */
  static Probe probe(String experiment) {
    return Probe.anything().ofType(DEVICE_TYPE).inScope(ScopeRule.STRCMP_0, scope(experiment));
  }
}
