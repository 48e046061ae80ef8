/** State machines in the heap. */
module dev.flotilla.memory {
  requires static org.jspecify;
  requires transitive dev.flotilla;
  requires transitive dev.flotilla.node;
  requires transitive dev.flotilla.raft;
  requires org.slf4j;

  exports dev.flotilla.memory;
}
