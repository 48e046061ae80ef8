package dev.flotilla.tcp;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.CorruptedFrameException;
import java.util.List;

/**
 * Cuts the bytes of one accepted connection into frames: first {@link #preface}, then each frame
 * behind its length of four bytes. Bytes that are anything else end the connection.
 */
final class FrameDecoder extends ByteToMessageDecoder {
  private static final byte[] PREFACE = "FLTTCP1\n".getBytes(US_ASCII);

  private int maxFrameBytes;
  private int prefaceRead;

  /** A decoder that takes short frames at first. */
  FrameDecoder(int maxFrameBytes) {
    this.maxFrameBytes = maxFrameBytes;
  }

  /** What the caller sends first: no other protocol begins like this. */
  static byte[] preface() {
    return PREFACE.clone();
  }

  /** Takes frames of this length from now on. On the event loop. */
  void allow(int bytes) {
    maxFrameBytes = bytes;
  }

  /** How many bytes of a frame that is not complete it keeps. On the event loop. */
  int keptBytes() {
    return actualReadableBytes();
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    while (prefaceRead < PREFACE.length) {
      if (!in.isReadable()) {
        return;
      }
      if (in.readByte() != PREFACE[prefaceRead]) {
        throw new CorruptedFrameException("another protocol");
      }
      prefaceRead++;
    }
    if (in.readableBytes() < Integer.BYTES) {
      return;
    }
    int length = in.getInt(in.readerIndex());
    if (length < 1 || length > maxFrameBytes) {
      throw new CorruptedFrameException(
          "a frame of %s bytes; 1 to %s are allowed".formatted(length, maxFrameBytes));
    }
    if (in.readableBytes() - Integer.BYTES >= length) {
      byte[] frame = new byte[length];
      in.skipBytes(Integer.BYTES).readBytes(frame);
      out.add(frame);
    }
  }
}
