/** Raft on DPWS. For users: the values of requests and responses. */
@SuppressWarnings("module") // A module that is exported to is built later.
module dev.flotilla.raftdpws {
  requires static org.jspecify;
  requires dev.flotilla.dpws;
  requires dev.flotilla.node;
  requires transitive dev.flotilla.raft;
  requires dev.flotilla.storage;
  requires java.management;
  requires java.xml;
  requires jdk.management;
  requires org.slf4j;

  exports dev.flotilla.raftdpws to
      dev.flotilla;
  exports dev.flotilla.raftdpws.admission to
      dev.flotilla;
  exports dev.flotilla.raftdpws.directory to
      dev.flotilla.client;
  exports dev.flotilla.raftdpws.events to
      dev.flotilla;
  exports dev.flotilla.raftdpws.faults to
      dev.flotilla;
  exports dev.flotilla.raftdpws.founding to
      dev.flotilla;
  exports dev.flotilla.raftdpws.keys to
      dev.flotilla,
      dev.flotilla.client;
  exports dev.flotilla.raftdpws.message;
  exports dev.flotilla.raftdpws.service to
      dev.flotilla;
  exports dev.flotilla.raftdpws.wire to
      dev.flotilla,
      dev.flotilla.client;

  // It reads the WSDLs and the schemas.
  opens dev.flotilla.raftdpws.typed to
      dev.flotilla.dpws;
  opens dev.flotilla.raftdpws.wire to
      dev.flotilla.dpws;
}
