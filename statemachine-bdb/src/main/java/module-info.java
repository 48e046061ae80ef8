/** State machines on Berkeley DB Java Edition. */
module dev.flotilla.bdb {
  requires static org.jspecify;
  requires transitive dev.flotilla;
  requires transitive dev.flotilla.node;
  requires transitive dev.flotilla.raft;
  requires je;
  requires org.slf4j;

  // Berkeley DB, which is no named module, needs these at run time.
  requires java.logging;
  requires java.management;
  requires java.transaction.xa;
  requires jdk.unsupported;

  exports dev.flotilla.bdb;
}
