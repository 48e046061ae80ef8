package dev.flotilla.dpws.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.flotilla.testing.Await;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;

/** A client of bytes, for what a well-behaved client would never send. */
public final class RawClient implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = (int) Await.limitMillis();
  private static final int DEFAULT_RECEIVE_BYTES = 1 << 20;

  /** For endpoints whose clients stand still as long as the machine does. */
  static final HttpLimits PATIENT =
      HttpLimits.DEFAULT.withTimeouts(Await.limit(), Await.limit(), Await.limit());

  private final Socket socket = new Socket();
  private final InputStream in;

  /**
   * A response.
   *
   * @param status its code
   * @param head all of its head
   * @param body its body
   */
  record Response(int status, String head, String body) {}

  RawClient(InetSocketAddress server) throws IOException {
    this(server, DEFAULT_RECEIVE_BYTES);
  }

  /** A client whose socket takes about so much before anybody reads. */
  RawClient(InetSocketAddress server, int receiveBytes) throws IOException {
    socket.setReceiveBufferSize(receiveBytes);
    socket.connect(server, TIMEOUT_MILLIS);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    in = new BufferedInputStream(socket.getInputStream());
  }

  RawClient send(String text) throws IOException {
    return send(text.getBytes(UTF_8));
  }

  RawClient send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    return this;
  }

  RawClient post(String path, String envelope) throws IOException {
    return send(
        "POST "
            + path
            + " HTTP/1.1\r\n"
            + "Host: 127.0.0.1\r\n"
            + "Content-Type: application/soap+xml\r\n"
            + "Content-Length: "
            + envelope.getBytes(UTF_8).length
            + "\r\n\r\n"
            + envelope);
  }

  Response read() throws IOException {
    Response head = readHead();
    int at = head.head().indexOf("Content-Length:");
    int length = 0;
    if (at >= 0) {
      length =
          Integer.parseInt(head.head().substring(at + 15, head.head().indexOf("\r\n", at)).strip());
    }
    byte[] body = in.readNBytes(length);
    return new Response(head.status(), head.head(), new String(body, UTF_8));
  }

  /** A response that has no body, whatever its head says. */
  Response readHead() throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) {
        throw new IOException("closed after: " + head);
      }
      head.append((char) next);
    }
    int status = Integer.parseInt(head.substring(9, 12));
    return new Response(status, head.toString(), "");
  }

  /** So many bytes of a body. */
  String readText(int bytes) throws IOException {
    return new String(in.readNBytes(bytes), UTF_8);
  }

  /** Waits a little while for something to read. */
  boolean hasInputWithin(int millis) throws IOException {
    socket.setSoTimeout(millis);
    in.mark(1);
    try {
      in.read();
      in.reset();
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    } finally {
      socket.setSoTimeout(TIMEOUT_MILLIS);
    }
  }

  /** Whether the server ends the connection, with nothing more before the end. */
  boolean isClosedByServer() {
    try {
      return in.read() < 0;
    } catch (IOException e) {
      return e.getMessage().contains("reset");
    }
  }

  /** Whether the server ends the connection, whatever comes before. */
  boolean isEnded() {
    try {
      return in.readAllBytes().length >= 0;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  /** An envelope with a body and whatever headers. */
  public static String envelope(String headers, String body) {
    return "<s:Envelope xmlns:s='http://www.w3.org/2003/05/soap-envelope'"
        + " xmlns:a='http://www.w3.org/2005/08/addressing'><s:Header>"
        + headers
        + "</s:Header><s:Body>"
        + body
        + "</s:Body></s:Envelope>";
  }

  static String echo(String id, String text) {
    return envelope(
        "<a:Action>" + Echo.ACTION + "</a:Action><a:MessageID>" + id + "</a:MessageID>",
        "<EchoRequest xmlns='urn:test:echo'><text>" + text + "</text></EchoRequest>");
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
