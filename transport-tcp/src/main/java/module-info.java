/** Carries the messages between servers by plain TCP. */
module dev.flotilla.tcp {
  requires static org.jspecify;
  requires dev.flotilla.dpws;
  requires transitive dev.flotilla.node;
  requires io.netty.buffer;
  requires io.netty.codec;
  requires io.netty.common;
  requires io.netty.handler;
  requires io.netty.transport;
  requires org.slf4j;

  exports dev.flotilla.tcp;
}
