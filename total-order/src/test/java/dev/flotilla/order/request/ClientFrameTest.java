package dev.flotilla.order.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.order.protocol.OrderCodec;
import dev.flotilla.raft.model.Bytes;
import org.junit.jupiter.api.Test;

class ClientFrameTest {
  @Test
  void everyFrameIsReadAsItWasWritten() {
    for (ClientFrame.Kind kind : ClientFrame.Kind.values()) {
      ClientFrame frame = new ClientFrame(kind, 23, Long.MAX_VALUE, Bytes.utf8("content"));
      assertThat(ClientFrame.decode(frame.encode())).isEqualTo(frame);
    }
  }

  @Test
  void noFrameIsAMessageOfAProtocol() {
    for (ClientFrame.Kind kind : ClientFrame.Kind.values()) {
      Bytes frame = new ClientFrame(kind, 0, 0, Bytes.EMPTY).encode();
      assertThatThrownBy(() -> OrderCodec.decode(frame))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(ClientFrame.isOne(Bytes.EMPTY)).isFalse();
  }

  @Test
  void aShortFrameIsRefused() {
    assertThatThrownBy(() -> ClientFrame.decode(Bytes.wrap(new byte[] {64, 0})))
        .hasMessage(
            "a message of 2 bytes is no request and no reply; those have at least 13 bytes, and"
                + " begin with 64 to 66");
  }
}
