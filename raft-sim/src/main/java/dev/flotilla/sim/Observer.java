package dev.flotilla.sim;

import dev.flotilla.raft.message.Message;
import dev.flotilla.raft.model.Member;

/** Watches a simulation; must change nothing. */
interface Observer {
  /** Sees nothing. */
  Observer NONE = new Observer() {};

  /** A server has started, or has started again after a crash. */
  default void started(SimulatedServer server) {}

  /** A server sends, within some pump of one of its loops. */
  default void sent(SimulatedServer from, Member to, Message message) {}

  /** A message has arrived and waits for the server's group loop, unless its queue was full. */
  default void arrived(SimulatedServer from, SimulatedServer to, Message message) {}

  /** One of the loops of a server that still runs has run. */
  default void pumped(SimulatedServer server) {}
}
