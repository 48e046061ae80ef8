/** The client library. */
module dev.flotilla.client {
  requires static org.jspecify;
  requires transitive dev.flotilla.dpws;
  requires transitive dev.flotilla.raft;
  requires transitive dev.flotilla.raftdpws;
  requires org.slf4j;

  exports dev.flotilla.client;
  exports dev.flotilla.client.dpws;
}
