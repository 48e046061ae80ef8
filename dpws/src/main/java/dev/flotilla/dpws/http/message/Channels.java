package dev.flotilla.dpws.http.message;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.socket.DuplexChannel;

/**
 * What is done to channels without waiting for it: a failure closes the channel, and that is
 * noticed where it matters.
 *
 * <p>Internal: public only for the other packages of dpws.
 */
public final class Channels {
  private Channels() {}

  public static void close(Channel channel) {
    var unused = channel.close();
  }

  /**
   * Sends bytes, and runs an action on the event loop when the peer's side has the bytes, or never
   * will. A write that fails closes the channel: whatever followed would be taken for these bytes.
   */
  public static void send(Channel channel, ByteBuf bytes, Runnable whenTaken) {
    var unused =
        channel
            .writeAndFlush(bytes)
            .addListener(
                written -> {
                  if (!written.isSuccess()) {
                    close(channel);
                  }
                  whenTaken.run();
                });
  }

  public static void endOutput(Channel channel) {
    var unused = ((DuplexChannel) channel).shutdownOutput();
  }
}
