/** What drives the protocol. For users: the ports to state machines and to transports. */
@SuppressWarnings("module") // A module that is exported to is built later.
module dev.flotilla.node {
  requires static org.jspecify;
  requires transitive dev.flotilla.raft;
  requires dev.flotilla.storage;
  requires org.slf4j;

  exports dev.flotilla.node to
      dev.flotilla,
      dev.flotilla.raftdpws;
  exports dev.flotilla.node.frame to
      dev.flotilla.raftdpws;
  exports dev.flotilla.node.loop to
      dev.flotilla,
      dev.flotilla.raftdpws;
  exports dev.flotilla.node.outcome to
      dev.flotilla.raftdpws;
  exports dev.flotilla.node.snapshot to
      dev.flotilla,
      dev.flotilla.raftdpws;
  exports dev.flotilla.node.statemachine;
  exports dev.flotilla.node.transport;
}
