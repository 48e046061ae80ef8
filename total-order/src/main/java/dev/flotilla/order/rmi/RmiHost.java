package dev.flotilla.order.rmi;

import java.net.InetAddress;

/** Where the references to this process's remote objects lead. */
final class RmiHost {
  private static final String PROPERTY = "java.rmi.server.hostname";

  private RmiHost() {}

  /** Sets the host name of RMI unless it is set; RMI reads it once per JVM. */
  static void announce(InetAddress host) {
    if (System.getProperty(PROPERTY) == null) {
      System.setProperty(PROPERTY, host.getHostAddress());
    }
  }
}
