/** What outlives a crash; for other modules of Flotilla only. */
@SuppressWarnings("module") // A module that is exported to is built later.
module dev.flotilla.storage {
  requires static org.jspecify;
  requires transitive dev.flotilla.raft;
  requires org.slf4j;

  exports dev.flotilla.storage to
      dev.flotilla,
      dev.flotilla.node,
      dev.flotilla.raftdpws;
  exports dev.flotilla.storage.disk to
      dev.flotilla.raftdpws;
  exports dev.flotilla.storage.identity to
      dev.flotilla.node,
      dev.flotilla.raftdpws;
  exports dev.flotilla.storage.log to
      dev.flotilla.node,
      dev.flotilla.raftdpws;
  exports dev.flotilla.storage.snapshot to
      dev.flotilla.node;
}
