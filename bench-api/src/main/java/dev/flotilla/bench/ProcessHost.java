package dev.flotilla.bench;

import java.io.IOException;

/**
 * Starts the server processes of a measurement: on this machine ({@link ChildProcesses}) or, by an
 * agent, on another. The owner of the host ends all its processes.
 */
@FunctionalInterface
public interface ProcessHost {
  /**
   * Starts a program whose output is kept.
   *
   * @param name a name that is unique among the running processes of this host
   * @throws IOException if it cannot be started
   */
  HostedProcess start(String name, JavaProgram program) throws IOException;
}
