package dev.flotilla.dpws.http.message;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledHeapByteBuf;
import io.netty.channel.ChannelConfig;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.util.UncheckedBooleanSupplier;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ScatteringByteChannel;
import org.jspecify.annotations.Nullable;

/**
 * What the sockets of an event loop are read into, one after the other. The connection reads or
 * copies the bytes before the next read. One event loop.
 */
final class ReceiveBuffer extends UnpooledHeapByteBuf {
  /** Has channels read into the buffers of their event loops. */
  static final RecvByteBufAllocator READS = Reads::new;

  /**
   * What a connection may have received before it is asked whether it wants more is in no budget:
   * one read of this size.
   */
  private static final int BYTES = 32 << 10;

  /** One socket may be read so many times before the others of its event loop. */
  private static final int MAX_READS = 16;

  private static final ThreadLocal<ReceiveBuffer> OF_LOOP =
      ThreadLocal.withInitial(() -> new ReceiveBuffer(new byte[BYTES]));

  private final byte[] bytes;
  private final ByteBuffer target;

  private ReceiveBuffer(byte[] bytes) {
    super(UnpooledByteBufAllocator.DEFAULT, bytes, bytes.length);
    this.bytes = bytes;
    this.target = ByteBuffer.wrap(bytes);
  }

  @Override
  public byte[] array() {
    return bytes;
  }

  @Override
  public int writeBytes(ScatteringByteChannel in, int length) throws IOException {
    target.clear();
    try {
      int read = in.read(target);
      setIndex(0, Math.max(0, read));
      return read;
    } catch (ClosedChannelException e) {
      return -1;
    }
  }

  /** It stays with its event loop. */
  @Override
  public boolean release() {
    return false;
  }

  /** The reads of one channel, on its event loop. */
  private static final class Reads implements RecvByteBufAllocator.ExtendedHandle {
    private final ReceiveBuffer buffer = OF_LOOP.get();
    private @Nullable ChannelConfig config;
    private int reads;
    private int attemptedBytes;
    private int lastBytes;

    @Override
    public ByteBuf allocate(ByteBufAllocator unused) {
      buffer.setIndex(0, 0);
      return buffer;
    }

    @Override
    public int guess() {
      return BYTES;
    }

    @Override
    public void reset(ChannelConfig channel) {
      config = channel;
      reads = 0;
    }

    @Override
    public void incMessagesRead(int count) {
      reads += count;
    }

    @Override
    public void lastBytesRead(int bytes) {
      lastBytes = bytes;
    }

    @Override
    public int lastBytesRead() {
      return lastBytes;
    }

    @Override
    public void attemptedBytesRead(int bytes) {
      attemptedBytes = bytes;
    }

    @Override
    public int attemptedBytesRead() {
      return attemptedBytes;
    }

    @Override
    public boolean continueReading() {
      return lastBytes == attemptedBytes && mayContinue();
    }

    @Override
    public boolean continueReading(UncheckedBooleanSupplier isThereMore) {
      return isThereMore.get() && mayContinue();
    }

    private boolean mayContinue() {
      return reads < MAX_READS && config != null && config.isAutoRead();
    }

    @Override
    public void readComplete() {}
  }
}
