package dev.flotilla.bench;

import java.io.IOException;

/**
 * Where the servers of one cluster run: on this machine ({@link LocalServers}) or, by agents, on
 * others. Closing it ends all of them.
 *
 * <p><b>Thread.</b> One thread at a time, but {@link #requireReachable} may be called by another;
 * every other method may block for some seconds.
 */
public interface ServerHost extends AutoCloseable {
  /**
   * Where a server of the cluster can listen: the address of its host and ports on which nothing
   * listened a moment ago.
   *
   * @param number the server's number, from 1
   * @param ports how many ports
   * @throws IOException if there are none, or the host does not answer
   */
  Endpoint reserve(int number, int ports) throws IOException;

  /**
   * Starts a server, with the data that it has from an earlier start of the same plan.
   *
   * @param name a name that is unique among the running processes of the measurement
   * @param system builds the server's program on the host where it runs
   * @throws IOException if it cannot be started; the message says why
   */
  HostedProcess start(String name, SystemUnderTest system, ServerPlan plan) throws IOException;

  /**
   * Checks that no host of the servers was lost so far; does not block. This machine never is.
   *
   * @throws HostLostException if one was
   */
  default void requireReachable() throws HostLostException {}

  /**
   * Checks that no disk of the servers is full: servers that cannot write are not to be measured.
   *
   * @throws IOException if one is; the message names host and directory
   */
  void requireRoom() throws IOException;

  /**
   * Ends all servers and deletes their data where no one else can; logs stay. On this machine the
   * owner of the processes does that.
   */
  @Override
  default void close() {}
}
