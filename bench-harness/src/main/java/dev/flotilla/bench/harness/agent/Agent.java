package dev.flotilla.bench.harness.agent;

import dev.flotilla.bench.Endpoint;
import dev.flotilla.bench.ServerPlan;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/**
 * What an agent does for one manager. Each method is an operation of its service, which {@link
 * AgentOperations} makes of its name, its parameters and its result. All but {@link #attach} and
 * {@link #goodbye} renew the lease of the manager.
 *
 * <p>Every method throws {@link AgentRefusedException} if the agent cannot do it.
 */
interface Agent {
  /** Ending processes and deleting what they wrote takes a disk its time. */
  @Retention(RetentionPolicy.RUNTIME)
  @interface Slow {}

  /** A request that is not sent again when its answer is lost. */
  @Retention(RetentionPolicy.RUNTIME)
  @interface Once {}

  /** What the agent is. Changes nothing. */
  AgentDescription attach() throws IOException;

  /** Finds free ports. */
  Endpoint reservePorts(int count) throws IOException;

  /**
   * Starts a server. The request never holds a class or a command line.
   *
   * @param program the name of the program, from the agent's own list
   * @param plan which server of which cluster
   */
  @Slow
  @Once
  ProcessReport startProcess(String program, ServerPlan plan, JvmOptions options)
      throws IOException;

  /** Kills a server; does not wait until it is gone. */
  ProcessReport killProcess(ServerName server) throws IOException;

  /** How a server is. */
  ProcessReport inspectProcess(ServerName server) throws IOException;

  /** Refuses if the disk has no room for the servers that run. */
  void requireRoom() throws IOException;

  /** Gives the manager a lease, or a new term of the one that it has. */
  void renewLease() throws IOException;

  /** Kills the servers of a cluster and deletes their data. */
  @Slow
  void endCluster(String cluster) throws IOException;

  /** Ends everything of the manager, and its lease. */
  @Slow
  void goodbye() throws IOException;
}
