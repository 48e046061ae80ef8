package dev.flotilla.bench.harness.agent;

import dev.flotilla.dpws.soap.SoapFaultException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The systems that an agent can start; it starts nothing else. Immutable; any thread. */
final class AgentSystems {
  private final Map<String, AgentSystem> byName = new TreeMap<>();

  AgentSystems(List<AgentSystem> systems) {
    systems.forEach(system -> byName.put(system.name(), system));
  }

  /**
   * The system of a process.
   *
   * @throws SoapFaultException if the system or the role is not known
   */
  AgentSystem find(ProcessName process) throws SoapFaultException {
    AgentSystem system = byName.get(process.system());
    if (system == null || !process.role().equals(ProcessName.SERVER)) {
      throw new SoapFaultException(
          AgentService.fault(
              "unknown-system",
              "this agent cannot start a %s of system '%s'; it starts servers of: %s"
                  .formatted(
                      process.role(), process.system(), String.join(", ", byName.keySet()))));
    }
    return system;
  }
}
