package dev.flotilla.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;

/**
 * A replicated service that the harness can start, load and measure.
 *
 * <p>The harness finds implementations by {@link java.util.ServiceLoader}; they are public with a
 * public constructor without arguments, and run in the process of the harness or of an agent, so
 * their servers are processes of their own and they load none of the measured system's classes.
 *
 * <p><b>Thread.</b> One thread calls, one call at a time; calls may block.
 */
public interface SystemUnderTest {
  /** The name by which the command line and the results call it, lower case. */
  String name();

  /** The version that is measured. */
  String version();

  /**
   * A version that the build has written into a file of properties; {@code unknown} if it is not
   * there, as before a module is packaged.
   *
   * @param beside a class; the name of the file is relative to its package
   */
  static String versionOf(Class<?> beside, String file, String name) {
    Properties versions = new Properties();
    try (InputStream in = beside.getResourceAsStream(file)) {
      if (in != null) {
        versions.load(in);
      }
    } catch (IOException e) {
      return "unknown";
    }
    return versions.getProperty(name, "unknown");
  }

  /** What has reached the disk when a client gets its answer, in one sentence for the reader. */
  String durability();

  /** The settings that matter for speed, in one line for the reader. */
  String configuration();

  /** The options that its servers' JVMs run with, without system properties of its own. */
  default List<String> jvmOptions() {
    return List.of();
  }

  /**
   * The same system with other options for its servers' JVMs; system properties that it needs stay.
   *
   * @throws IllegalArgumentException if its servers are not JVMs
   */
  default SystemUnderTest withJvmOptions(List<String> options) {
    throw new IllegalArgumentException(
        name() + " takes no JVM options, so it cannot run with " + String.join(" ", options));
  }

  /** The name by which agents find the program of its servers. */
  default String programName() {
    return name();
  }

  /** How many TCP ports each of its servers listens on. */
  default int portsPerServer() {
    return 1;
  }

  /**
   * The program of one server; called on the host where the server runs, at each of its starts.
   *
   * @param plan which server, and where all servers of its cluster listen
   * @param directory for its data, the same at each start; it may not exist yet
   * @throws IOException if a file that the server needs cannot be written
   */
  JavaProgram server(ServerPlan plan, Path directory) throws IOException;

  /**
   * Starts a cluster with empty state and waits until it serves.
   *
   * @param plan how many servers, and where; {@link ServerProcesses#start} starts them
   * @return what clients and the harness need to know about it
   * @throws SystemFailedException if a server dies or the cluster does not serve in time
   * @throws IOException if a process or a file cannot be made
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  Cluster start(ClusterPlan plan) throws IOException, InterruptedException;

  /**
   * The program that hosts all clients of a run; its {@code main} calls {@link
   * dev.flotilla.bench.client.ClientProcess#serve}; the harness appends {@link
   * Cluster#connection()} as its last argument.
   */
  JavaProgram client();

  /**
   * {@link #client()} with another way to reconnect.
   *
   * @param reconnection how its clients wait before they try the next server; a system whose client
   *     library has one way only ignores it
   */
  default JavaProgram client(Reconnection reconnection) {
    return client();
  }
}
