package dev.flotilla.sim.wire;

import io.netty.channel.AbstractServerChannel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.EventLoop;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/** An open port. */
final class WireListener extends AbstractServerChannel {
  private final WireProcess process;
  private final ChannelConfig config;
  private @Nullable SocketAddress address;
  private boolean open = true;

  WireListener(WireProcess process) {
    this.process = process;
    this.config = new WireConfig(this, process);
  }

  /** Hands a connection over, on the loop. */
  void accept(WireChannel child) {
    process
        .loop()
        .execute(
            () -> {
              if (open) {
                pipeline().fireChannelRead(child);
                pipeline().fireChannelReadComplete();
              }
            });
  }

  @Override
  public ChannelConfig config() {
    return config;
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public boolean isActive() {
    return open && address != null;
  }

  @Override
  protected boolean isCompatible(EventLoop loop) {
    return loop instanceof WireLoop;
  }

  @Override
  protected @Nullable SocketAddress localAddress0() {
    return address;
  }

  @Override
  protected void doBind(SocketAddress localAddress) {
    address = localAddress;
    process.listen(this);
  }

  @Override
  protected void doClose() {
    open = false;
    process.listen(null);
  }

  @Override
  protected void doBeginRead() {}
}
