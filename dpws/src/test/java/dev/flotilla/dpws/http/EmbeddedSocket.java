package dev.flotilla.dpws.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.DuplexChannel;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.SplittableRandom;

/** An embedded channel with what a socket has: addresses, and a side that can be ended. */
public final class EmbeddedSocket extends EmbeddedChannel implements DuplexChannel {
  private static final int MAX_PIECES = 8;

  private final UnpooledByteBufAllocator buffers =
      new UnpooledByteBufAllocator(/* preferDirect= */ false, /* disableLeakDetector= */ true);
  private boolean outputEnded;

  public EmbeddedSocket() {
    config().setAllocator(buffers);
  }

  /** Bytes in buffers that were not released. */
  public long bufferBytes() {
    return buffers.metric().usedHeapMemory();
  }

  /** Has bytes arrive, cut at places that follow from a seed; at none if that is 0. */
  public void arrive(byte[] bytes, int offset, int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int pieces = seed == 0 ? 1 : 1 + random.nextInt(MAX_PIECES);
    int at = offset;
    for (int piece = 1; piece <= pieces && isOpen(); piece++) {
      int left = bytes.length - at;
      int length = piece == pieces ? left : random.nextInt(left + 1);
      var unused =
          writeOneInbound(buffers.heapBuffer(Math.max(1, length)).writeBytes(bytes, at, length));
      at += length;
      if (isOpen() && (piece == pieces || random.nextBoolean())) {
        flushInbound();
        runPendingTasks();
      }
    }
  }

  /** All that was sent. */
  public byte[] sent() {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    Object part;
    while ((part = readOutbound()) != null) {
      ByteBuf bytes = (ByteBuf) part;
      byte[] copy = new byte[bytes.readableBytes()];
      bytes.readBytes(copy);
      bytes.release();
      all.writeBytes(copy);
    }
    return all.toByteArray();
  }

  @Override
  protected SocketAddress localAddress0() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
  }

  @Override
  protected SocketAddress remoteAddress0() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 2);
  }

  @Override
  public boolean isInputShutdown() {
    return false;
  }

  @Override
  public boolean isOutputShutdown() {
    return outputEnded;
  }

  @Override
  public boolean isShutdown() {
    return false;
  }

  @Override
  public ChannelFuture shutdownOutput() {
    outputEnded = true;
    return newSucceededFuture();
  }

  @Override
  public ChannelFuture shutdownOutput(ChannelPromise promise) {
    outputEnded = true;
    return promise.setSuccess();
  }

  @Override
  public ChannelFuture shutdownInput() {
    throw new UnsupportedOperationException();
  }

  @Override
  public ChannelFuture shutdownInput(ChannelPromise promise) {
    return shutdownInput();
  }

  @Override
  public ChannelFuture shutdown() {
    return shutdownInput();
  }

  @Override
  public ChannelFuture shutdown(ChannelPromise promise) {
    return shutdownInput();
  }
}
