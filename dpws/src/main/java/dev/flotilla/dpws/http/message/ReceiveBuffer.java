package dev.flotilla.dpws.http.message;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledHeapByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ScatteringByteChannel;

/**
 * What the sockets of an event loop are read into, one after the other. The connection reads or
 * copies the bytes before the next read. One event loop.
 */
final class ReceiveBuffer extends UnpooledHeapByteBuf {
  /**
   * What a connection may have received before it is asked whether it wants more is in no budget:
   * one read of this size.
   */
  static final int BYTES = 32 << 10;

  private static final ThreadLocal<ReceiveBuffer> OF_LOOP =
      ThreadLocal.withInitial(() -> new ReceiveBuffer(new byte[BYTES]));

  private final byte[] bytes;
  private final ByteBuffer target;

  private ReceiveBuffer(byte[] bytes) {
    super(UnpooledByteBufAllocator.DEFAULT, bytes, bytes.length);
    this.bytes = bytes;
    this.target = ByteBuffer.wrap(bytes);
  }

  /** That of the event loop that asks. */
  static ReceiveBuffer ofLoop() {
    return OF_LOOP.get();
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
}
