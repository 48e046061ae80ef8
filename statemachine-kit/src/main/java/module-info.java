/** Checks a state machine, or a transport, against its contract. */
module dev.flotilla.kit {
  requires static org.jspecify;
  requires transitive dev.flotilla.node;
  requires transitive dev.flotilla.raft;

  exports dev.flotilla.kit;
  exports dev.flotilla.kit.transport;
}
