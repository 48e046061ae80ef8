package dev.flotilla.order.corba;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flotilla.order.Middleware;
import dev.flotilla.order.channel.Inbox;
import dev.flotilla.raft.model.Bytes;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.omg.CORBA.portable.ObjectImpl;

/** Calls that a process of the group does not make. */
class HostileCallsTest {
  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  /** The ORB writes a stack trace for each call that it rejects. */
  private static final Logger ORB_LOG = Logger.getLogger("javax.enterprise.resource.corba");

  private final Inbox inbox = new Inbox();
  private final BlockingQueue<Bytes> received = new LinkedBlockingQueue<>();
  private LocalOrb server;
  private LocalOrb client;
  private ObjectImpl process;

  @BeforeEach
  void open() throws IOException {
    ORB_LOG.setLevel(Level.OFF);
    server = LocalOrb.start(ANY_PORT);
    client = LocalOrb.start(ANY_PORT);
    server.publish("process", server.export(new ProcessServant(inbox)));
    inbox.start((from, message) -> received.add(message));
    process = client.locate(address(), "process");
  }

  @AfterEach
  void close() {
    client.close();
    server.close();
    ORB_LOG.setLevel(null);
  }

  @Test
  void aMessageThatAnnouncesTooManyBytesIsRejected() throws Exception {
    assertThatThrownBy(() -> append(Middleware.MAX_MESSAGE_BYTES + 1))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("BAD_PARAM");
    assertThatThrownBy(() -> append(-1)).isInstanceOf(IOException.class);
    requireThatItServes();
  }

  @Test
  void anOperationThatDoesNotExistIsRejected() throws Exception {
    assertThatThrownBy(() -> RemoteCall.call(process, "shutdown", out -> {}, in -> true))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("BAD_OPERATION");
    requireThatItServes();
  }

  @Test
  void bytesThatAreNotGiopCloseOnlyTheirConnection() throws Exception {
    sendRaw(Bytes.utf8("GET / HTTP/1.1\r\nHost: x\r\n\r\n").toArray());
    requireThatItServes();
  }

  @Test
  void aHeaderThatAnnouncesTwoGigabytesHarmsNobody() throws Exception {
    sendRaw(new byte[] {'G', 'I', 'O', 'P', 1, 2, 0, 0, 0x7f, -1, -1, -1});
    requireThatItServes();
  }

  private void append(int announcedBytes) throws IOException {
    RemoteCall.call(
        process,
        Contract.APPEND,
        out -> {
          out.write_long(0);
          out.write_ulong(announcedBytes);
        },
        in -> true);
  }

  /** Sends bytes and waits until the other side closes the connection. */
  private void sendRaw(byte[] bytes) throws IOException {
    try (Socket socket = new Socket(address().getAddress(), address().getPort())) {
      socket.setSoTimeout((int) Await.limitMillis());
      socket.getOutputStream().write(bytes);
      socket.getInputStream().readAllBytes();
    }
  }

  private void requireThatItServes() throws Exception {
    Bytes message = Bytes.utf8("still there");
    new RemoteProcessObject(process).append(0, message);
    assertThat(received.poll(Await.limitSeconds(), TimeUnit.SECONDS)).isEqualTo(message);
  }

  private InetSocketAddress address() {
    return new InetSocketAddress(ANY_PORT.getAddress(), server.port());
  }
}
