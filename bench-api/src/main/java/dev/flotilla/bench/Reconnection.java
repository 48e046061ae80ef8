package dev.flotilla.bench;

/** How a client waits before it tries the next server after it has lost its own. */
public enum Reconnection {
  /** As the system's client library does by default. */
  DEFAULT,
  /** As ZooKeeper's {@code ClientCnxn} does, and the paper's clients: a random time up to 1 s. */
  ZOOKEEPER
}
