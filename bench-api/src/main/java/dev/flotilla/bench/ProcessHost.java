package dev.flotilla.bench;

import java.io.IOException;

/** Starts processes on this machine, as {@link ChildProcesses} does; its owner ends them all. */
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
