package dev.flotilla.dpws.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.socket.SocketChannel;

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

  static void endOutput(Channel channel) {
    var unused = ((SocketChannel) channel).shutdownOutput();
  }
}
