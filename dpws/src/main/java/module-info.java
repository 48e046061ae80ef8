/** A DPWS 1.1 stack that knows nothing of Raft. */
module dev.flotilla.dpws {
  requires static org.jspecify;
  requires transitive io.netty.buffer;
  requires io.netty.codec;
  requires io.netty.codec.http;
  requires io.netty.common;
  requires io.netty.handler;
  requires transitive io.netty.transport;
  requires transitive java.xml;
  requires org.codehaus.stax2;
  requires org.slf4j;

  exports dev.flotilla.dpws;
  exports dev.flotilla.dpws.device;
  exports dev.flotilla.dpws.discovery;
  exports dev.flotilla.dpws.eventing;
  exports dev.flotilla.dpws.http;
  exports dev.flotilla.dpws.http.client;
  exports dev.flotilla.dpws.link;
  exports dev.flotilla.dpws.soap;
  exports dev.flotilla.dpws.tls;
  exports dev.flotilla.dpws.xml;
}
