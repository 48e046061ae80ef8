package dev.flotilla.dpws.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.socket.DuplexChannel;

/**
 * What is done to channels without waiting for it: a failure closes the channel, and that is
 * noticed where it matters.
 */
final class Channels {
  private Channels() {}

  static void close(Channel channel) {
    var unused = channel.close();
  }

  static void write(Channel channel, ByteBuf bytes) {
    var unused = channel.write(bytes, channel.voidPromise());
  }

  /** Writes, and tells on the event loop when the peer's side has them, or never will. */
  static void write(Channel channel, ByteBuf bytes, Runnable whenTaken) {
    var unused = channel.write(bytes).addListener(written -> whenTaken.run());
  }

  static void endOutput(Channel channel) {
    var unused = ((DuplexChannel) channel).shutdownOutput();
  }
}
