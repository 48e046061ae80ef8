/** The embedding API: the one dependency of a device application. */
module dev.flotilla {
  requires static org.jspecify;
  requires com.google.gson;
  requires java.management;
  requires jdk.management;
  requires transitive dev.flotilla.client;
  requires dev.flotilla.dpws;
  requires transitive dev.flotilla.node;
  requires transitive dev.flotilla.raft;
  requires dev.flotilla.raftdpws;
  requires dev.flotilla.storage;
  requires org.slf4j;

  exports dev.flotilla;
  exports dev.flotilla.codec;
  exports dev.flotilla.metrics;
}
