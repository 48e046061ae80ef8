package dev.flotilla.sim.wire;

import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.DefaultChannelConfig;

/** The options of a channel; those of real sockets are taken and mean nothing. */
final class WireConfig extends DefaultChannelConfig {
  WireConfig(Channel channel, WireProcess process) {
    super(channel);
    setAllocator(process.buffers());
  }

  @Override
  public <T> boolean setOption(ChannelOption<T> option, T value) {
    boolean unused = super.setOption(option, value);
    return true;
  }
}
