package dev.flotilla.dpws.http.message;

import dev.flotilla.dpws.NetworkPorts;
import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledHeapByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.UncheckedBooleanSupplier;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ScatteringByteChannel;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The buffers of one connection without TLS, which are arrays on the heap. What is received comes
 * in one of the event loop, which its sockets are read into one after the other: the connection
 * reads or copies the bytes before the next read. A buffer in which something was sent is used
 * again once it is written. On the connection's event loop.
 *
 * <p>Netty's own buffers are made for handlers that pass them on. Here, one handler reads all bytes
 * before it returns, and fills each buffer as an array.
 *
 * <p>Internal: public only for the other packages of dpws.
 */
public final class SocketBuffers extends AbstractByteBufAllocator
    implements RecvByteBufAllocator, RecvByteBufAllocator.ExtendedHandle {
  /**
   * What a connection may have received before it is asked whether it wants more is in no budget:
   * one read of this size.
   */
  private static final int RECEIVED_BYTES = 32 << 10;

  private static final ThreadLocal<ArrayBuffer> OF_LOOP = ThreadLocal.withInitial(ArrayBuffer::new);

  /** A buffer that is not in use stays with its connection up to this size. */
  private static final int MAX_SPARE_BYTES = 4 << 10;

  /** One socket may be read so many times before the others of its event loop. */
  private static final int MAX_READS = 16;

  private final ArrayBuffer received = OF_LOOP.get();
  private @Nullable ArrayBuffer spare;
  private @Nullable ChannelConfig config;
  private int reads;
  private int attemptedBytes;
  private int lastBytes;

  private SocketBuffers() {
    super(/* preferDirect= */ false);
  }

  /**
   * Gives such buffers to a channel with one handler, which keeps none that it is given. A channel
   * that is no socket, as in a simulation, keeps its own. On the event loop.
   */
  public static void install(Channel channel) {
    if (channel instanceof SocketChannel socket) {
      SocketBuffers buffers = new SocketBuffers();
      socket.config().setAllocator(buffers);
      socket.config().setOption(NetworkPorts.READ_SIZES, buffers);
    }
  }

  @Override
  public ByteBuf heapBuffer(int initialCapacity) {
    ArrayBuffer free = spare;
    if (free == null || free.capacity() < initialCapacity) {
      return new ArrayBuffer(this, initialCapacity);
    }
    spare = null;
    free.reuse();
    return free;
  }

  /**
   * Writes at once what the socket takes, and the rest when it takes more. A buffer of these goes
   * straight to the socket: there is no other handler. On the event loop.
   */
  public static void send(Channel channel, ByteBuf bytes) {
    if (bytes instanceof ArrayBuffer) {
      Channel.Unsafe socket = channel.unsafe();
      socket.write(bytes, channel.voidPromise());
      socket.flush();
    } else {
      var unused = channel.writeAndFlush(bytes, channel.voidPromise());
    }
  }

  /** With buffers that are not pooled, Netty writes one on the heap as it is. */
  @Override
  public boolean isDirectBufferPooled() {
    return false;
  }

  @Override
  protected ByteBuf newHeapBuffer(int initialCapacity, int maxCapacity) {
    return UnpooledByteBufAllocator.DEFAULT.heapBuffer(initialCapacity, maxCapacity);
  }

  @Override
  protected ByteBuf newDirectBuffer(int initialCapacity, int maxCapacity) {
    return UnpooledByteBufAllocator.DEFAULT.directBuffer(initialCapacity, maxCapacity);
  }

  /** Has the channel read into the buffer of its event loop. */
  @Override
  public SocketBuffers newHandle() {
    return this;
  }

  @Override
  public ByteBuf allocate(ByteBufAllocator unused) {
    received.setIndex(0, 0);
    return received;
  }

  @Override
  public int guess() {
    return RECEIVED_BYTES;
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

  /**
   * A buffer whose array is at hand without checks, since only its owner fills it: a connection
   * that sends, or the event loop, which receives and keeps it for good.
   */
  private static final class ArrayBuffer extends UnpooledHeapByteBuf {
    private final @Nullable SocketBuffers sender;
    private byte @Nullable [] bytes;
    private @Nullable ByteBuffer view;

    /** One to receive into. */
    ArrayBuffer() {
      super(UnpooledByteBufAllocator.DEFAULT, RECEIVED_BYTES, RECEIVED_BYTES);
      this.sender = null;
    }

    ArrayBuffer(SocketBuffers sender, int capacity) {
      super(sender, capacity, Integer.MAX_VALUE);
      this.sender = sender;
    }

    void reuse() {
      resetRefCnt();
      setIndex(0, 0);
    }

    @Override
    protected byte[] allocateArray(int size) {
      byte[] allocated = new byte[size];
      bytes = allocated;
      view = null;
      return allocated;
    }

    @Override
    public byte[] array() {
      return Objects.requireNonNull(bytes);
    }

    @Override
    public ByteBuf writeBytes(byte[] source, int offset, int length) {
      int at = writerIndex();
      if (capacity() - at < length) {
        ensureWritable(length);
      }
      System.arraycopy(source, offset, Objects.requireNonNull(bytes), at, length);
      return writerIndex(at + length);
    }

    /** Receives, from the start of the array on. */
    @Override
    public int writeBytes(ScatteringByteChannel in, int length) throws IOException {
      try {
        int read = in.read(internalNioBuffer(0, length));
        setIndex(0, Math.max(0, read));
        return read;
      } catch (ClosedChannelException e) {
        return -1;
      }
    }

    /** Called by Netty to write what is readable. */
    @Override
    public ByteBuffer internalNioBuffer(int index, int length) {
      ByteBuffer all = view;
      if (all == null) {
        all = ByteBuffer.wrap(array());
        view = all;
      }
      return all.limit(index + length).position(index);
    }

    @Override
    public boolean release() {
      return sender != null && super.release();
    }

    @Override
    protected void deallocate() {
      if (sender != null && sender.spare == null && capacity() <= MAX_SPARE_BYTES) {
        sender.spare = this;
      } else {
        super.deallocate();
      }
    }
  }
}
