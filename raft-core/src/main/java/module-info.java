/** The Raft protocol as a deterministic machine. For users: the values of commands and members. */
@SuppressWarnings("module") // A module that is exported to is built later.
module dev.flotilla.raft {
  requires static org.jspecify;

  exports dev.flotilla.raft to
      dev.flotilla,
      dev.flotilla.console,
      dev.flotilla.node,
      dev.flotilla.raftdpws;
  exports dev.flotilla.raft.effect to
      dev.flotilla.node;
  exports dev.flotilla.raft.log to
      dev.flotilla.node,
      dev.flotilla.storage;
  exports dev.flotilla.raft.message to
      dev.flotilla.node,
      dev.flotilla.raftdpws;
  exports dev.flotilla.raft.model;
  exports dev.flotilla.raft.options;
  exports dev.flotilla.raft.progress to
      dev.flotilla,
      dev.flotilla.node,
      dev.flotilla.raftdpws;
}
