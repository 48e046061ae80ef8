package dev.flotilla.sim.wire;

import dev.flotilla.dpws.EventLoops;
import dev.flotilla.dpws.NetworkPorts;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.Channel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One life of a program on a host: its event loop, its sockets, and its buffers, all of which end
 * with it.
 */
public final class WireProcess {
  private final WireNetwork network;
  private final int host;
  private final LongSupplier pausedUntilNanos;
  private final WireLoop loop;
  private final EventLoops loops;
  private final UnpooledByteBufAllocator buffers =
      new UnpooledByteBufAllocator(/* preferDirect= */ false, /* disableLeakDetector= */ true);
  private final Set<WireChannel> channels = new LinkedHashSet<>();
  private @Nullable WireListener listener;
  private boolean alive = true;
  private boolean silent;

  WireProcess(WireNetwork network, int host, LongSupplier pausedUntilNanos) {
    this.network = network;
    this.host = host;
    this.pausedUntilNanos = pausedUntilNanos;
    this.loop = new WireLoop(this);
    this.loops =
        EventLoops.on(
            new NetworkPorts(
                loop,
                () -> new WireChannel(this, null),
                () -> new WireListener(this),
                loop.ticker()::nanoTime,
                network::nextSeed,
                WireProcess::unknown));
  }

  /** What production is given. */
  public EventLoops loops() {
    return loops;
  }

  /** Where it can be called. */
  public InetSocketAddress address() {
    return WireNetwork.addressOf(host);
  }

  /** Whether it still runs. */
  public boolean isAlive() {
    return alive;
  }

  /** Bytes in buffers that were not released. */
  public long bufferBytes() {
    return buffers.metric().usedHeapMemory();
  }

  /** Runs a task as if on the event loop, with everything that it plans for at once. */
  public <T> T now(Opening<T> task) throws IOException {
    return loop.inline(task);
  }

  /** Opens something. */
  public interface Opening<T> {
    /** Does it. */
    T open() throws IOException;
  }

  /**
   * Ends it at once.
   *
   * @param silently whether its peers hear nothing of it before they send something
   */
  public void end(boolean silently) {
    alive = false;
    silent = silently;
    listener = null;
    if (!silently) {
      channels.forEach(WireChannel::resetPeer);
    }
    channels.clear();
  }

  /** Whether its whole host is down. */
  boolean isSilent() {
    return silent;
  }

  /** Its host runs another process now, and resets the connections that this one had. */
  void hostRuns() {
    silent = false;
  }

  WireNetwork network() {
    return network;
  }

  int host() {
    return host;
  }

  long pausedUntilNanos() {
    return pausedUntilNanos.getAsLong();
  }

  WireLoop loop() {
    return loop;
  }

  UnpooledByteBufAllocator buffers() {
    return buffers;
  }

  @Nullable WireListener listener() {
    return listener;
  }

  void listen(@Nullable WireListener opened) {
    listener = opened;
  }

  /** No host has a name. */
  private static CompletableFuture<InetAddress> unknown(String name) {
    return CompletableFuture.failedFuture(new UnknownHostException(name));
  }

  void opened(WireChannel channel) {
    channels.add(channel);
  }

  void closed(Channel channel) {
    channels.remove(channel);
  }
}
