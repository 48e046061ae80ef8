/** A web page that shows a group, or the web servers behind a gateway. */
module dev.flotilla.console {
  requires static org.jspecify;
  requires com.google.gson;
  requires transitive dev.flotilla.client;
  requires dev.flotilla.raft;
  requires transitive dev.flotilla.raftdpws;
  requires org.slf4j;

  exports dev.flotilla.console;
}
