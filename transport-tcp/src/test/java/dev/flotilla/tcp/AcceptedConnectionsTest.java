package dev.flotilla.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flotilla.node.transport.TransportContext;
import dev.flotilla.node.transport.TransportEndpoint;
import dev.flotilla.testing.Await;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a transport keeps for those who connect to it. */
class AcceptedConnectionsTest {
  private static final int MAX_FRAME_BYTES = 100_000;
  private static final int PART_BYTES = 80_000;

  private final Queue<Integer> lengths = new ConcurrentLinkedQueue<>();

  /** Takes every frame, as if its sender were a member. */
  private final TransportContext context =
      new TransportContext() {
        @Override
        public InetAddress listenAt() {
          return InetAddress.getLoopbackAddress();
        }

        @Override
        public int maxFrameBytes() {
          return MAX_FRAME_BYTES;
        }

        @Override
        public boolean received(byte[] frame, @Nullable X509Certificate sender) {
          lengths.add(frame.length);
          return true;
        }
      };

  @Test
  void whoSendsPartsOfFramesGivesWayToOthers() throws Exception {
    try (TransportEndpoint endpoint = new TcpTransport().open(context);
        Socket slow = connect(endpoint, 1);
        Socket second = connect(endpoint, 2);
        Socket third = connect(endpoint, 3)) {
      DataOutputStream whole = new DataOutputStream(third.getOutputStream());
      part(slow);
      part(second);
      part(third);

      slow.setSoTimeout((int) Await.limitMillis());
      assertThat(ended(slow)).isTrue();
      whole.write(new byte[MAX_FRAME_BYTES - PART_BYTES]);
      new DataOutputStream(second.getOutputStream()).write(new byte[MAX_FRAME_BYTES - PART_BYTES]);
      Await.until(() -> "two whole frames: " + lengths, () -> lengths.size() == 5);
      assertThat(lengths).containsExactly(1, 2, 3, MAX_FRAME_BYTES, MAX_FRAME_BYTES);
    }
  }

  /** A connection that has sent one whole frame, of this length. */
  private Socket connect(TransportEndpoint endpoint, int length) throws IOException {
    return Await.present(() -> "a frame beside " + lengths, () -> greeted(endpoint, length));
  }

  /** None if the frame came too late for an unknown connection. */
  private Optional<Socket> greeted(TransportEndpoint endpoint, int length) throws IOException {
    int before = lengths.size();
    Socket socket =
        new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(endpoint.address()));
    socket.setSoTimeout(1);
    try {
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      out.write(FrameDecoder.preface());
      out.writeInt(length);
      out.write(new byte[length]);
      Await.until(() -> "a frame after " + before, () -> lengths.size() > before || ended(socket));
    } catch (SocketException e) {
      socket.close();
    }
    return lengths.size() > before ? Optional.of(socket) : Optional.empty();
  }

  private static void part(Socket socket) throws IOException {
    DataOutputStream out = new DataOutputStream(socket.getOutputStream());
    out.writeInt(MAX_FRAME_BYTES);
    out.write(new byte[PART_BYTES]);
  }

  private static boolean ended(Socket socket) {
    try {
      return socket.getInputStream().read() == -1;
    } catch (IOException e) {
      return e.getMessage() != null && e.getMessage().contains("reset");
    }
  }
}
