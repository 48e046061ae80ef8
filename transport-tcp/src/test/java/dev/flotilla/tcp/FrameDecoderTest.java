package dev.flotilla.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** Frames are cut out of a stream, however it comes in pieces, and within bounds. */
class FrameDecoderTest {
  private static final int MAX_BYTES = 10;

  private final FrameDecoder decoder = new FrameDecoder(MAX_BYTES);
  private final EmbeddedChannel channel = new EmbeddedChannel(decoder);

  private void write(byte... bytes) {
    channel.writeInbound(Unpooled.wrappedBuffer(bytes));
  }

  private static byte[] length(int bytes) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(bytes).array();
  }

  @Test
  void framesAreCutHoweverTheyCome() {
    byte[] stream =
        ByteBuffer.allocate(8 + 4 + 2 + 4 + 3)
            .put(FrameDecoder.preface())
            .putInt(2)
            .put(new byte[] {1, 2})
            .putInt(3)
            .put(new byte[] {3, 4, 5})
            .array();
    for (byte each : stream) {
      write(each);
    }
    assertThat((byte[]) channel.readInbound()).containsExactly(1, 2);
    assertThat((byte[]) channel.readInbound()).containsExactly(3, 4, 5);
    assertThat(channel.inboundMessages()).isEmpty();
  }

  @Test
  void anotherProtocolIsRefusedAtItsFirstWrongByte() {
    assertThatThrownBy(() -> write((byte) 'G'))
        .isInstanceOf(DecoderException.class)
        .hasMessageContaining("another protocol");
  }

  @Test
  void aLengthBeyondTheBoundIsRefusedBeforeItsBytesCome() {
    write(FrameDecoder.preface());
    assertThatThrownBy(() -> write(length(MAX_BYTES + 1)))
        .isInstanceOf(DecoderException.class)
        .hasMessageContaining("a frame of 11 bytes; 1 to 10 are allowed");
  }

  @Test
  void lengthsBelowOneAreRefused() {
    write(FrameDecoder.preface());
    assertThatThrownBy(() -> write(length(0))).isInstanceOf(DecoderException.class);
    assertThatThrownBy(() -> write(length(-1))).isInstanceOf(DecoderException.class);
  }

  @Test
  void longerFramesAreTakenOnceTheyAreAllowed() {
    write(FrameDecoder.preface());
    decoder.allow(MAX_BYTES + 1);
    write(length(MAX_BYTES + 1));
    write(new byte[MAX_BYTES + 1]);

    assertThat((byte[]) channel.readInbound()).hasSize(MAX_BYTES + 1);
  }
}
