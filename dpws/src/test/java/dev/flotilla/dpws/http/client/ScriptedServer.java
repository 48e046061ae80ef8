package dev.flotilla.dpws.http.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.flotilla.dpws.http.Echo;
import dev.flotilla.dpws.http.RawClient;
import dev.flotilla.testing.Await;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A server that does to its connections what the test tells it to. */
public final class ScriptedServer implements AutoCloseable {
  private final ServerSocket server;
  private final BlockingQueue<Connection> accepted = new LinkedBlockingQueue<>();
  private final List<Connection> all = new ArrayList<>();

  public ScriptedServer() throws IOException {
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread thread = new Thread(this::accept, "scripted server");
    thread.setDaemon(true);
    thread.start();
  }

  public URI address() {
    return URI.create("http://127.0.0.1:" + server.getLocalPort() + "/echo");
  }

  /** The next connection that somebody opened. */
  public Connection connection() throws InterruptedException {
    Connection connection = accepted.poll(Await.limitSeconds(), TimeUnit.SECONDS);
    if (connection == null) {
      throw new IllegalStateException("nobody connected");
    }
    all.add(connection);
    return connection;
  }

  boolean hasMoreConnections() {
    return !accepted.isEmpty();
  }

  private void accept() {
    try {
      while (true) {
        accepted.add(new Connection(server.accept()));
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Connection connection : all) {
      connection.close();
    }
  }

  /** One accepted connection. */
  public static final class Connection {
    private final Socket socket;

    Connection(Socket socket) throws IOException {
      this.socket = socket;
      socket.setSoTimeout((int) Await.limitMillis());
    }

    /** Reads one request and returns the message id in it. */
    public String readRequest() throws IOException {
      InputStream in = socket.getInputStream();
      StringBuilder request = new StringBuilder();
      while (request.indexOf("</s12:Envelope>") < 0) {
        int next = in.read();
        if (next < 0) {
          throw new IOException("closed after " + request);
        }
        request.append((char) next);
      }
      int at = request.indexOf("<wsa:MessageID>") + 15;
      return request.substring(at, request.indexOf("</wsa:MessageID>"));
    }

    public void send(String text) throws IOException {
      socket.getOutputStream().write(text.getBytes(UTF_8));
    }

    void answer(String messageId, String text) throws IOException {
      String envelope =
          RawClient.envelope(
              "<a:Action>"
                  + Echo.ACTION
                  + "Response</a:Action><a:RelatesTo>"
                  + messageId
                  + "</a:RelatesTo>",
              "<EchoResponse xmlns='urn:test:echo'><text>" + text + "</text></EchoResponse>");
      send(
          "HTTP/1.1 200 OK\r\nContent-Type: application/soap+xml\r\nContent-Length: "
              + envelope.length()
              + "\r\n\r\n"
              + envelope);
    }

    boolean isClosedByClient() throws IOException {
      return socket.getInputStream().read() < 0;
    }

    void close() throws IOException {
      socket.close();
    }
  }
}
