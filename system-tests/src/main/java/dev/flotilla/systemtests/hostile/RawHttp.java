package dev.flotilla.systemtests.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * HTTP as bytes, one connection a request, from an address that is chosen. Any thread; blocks for
 * its timeout at the most.
 *
 * @param from the address to call from
 */
record RawHttp(InetAddress from, int timeoutMillis) {
  private static final int MAX_ANSWER_BYTES = 16 << 20;
  private static final int BUFFER_BYTES = 1 << 16;

  /**
   * What came back.
   *
   * @param status 0 if the connection was closed without an answer
   */
  record Answer(int status, String text, long millis) {
    boolean isFault() {
      return status >= 400 && text.contains("Fault");
    }

    /** In a line. */
    String summary() {
      String reason = Soap.field("Text", text).orElse(Soap.field("success", text).orElse(""));
      String all = status == 0 ? "closed" : status + (reason.isEmpty() ? "" : ": " + reason);
      return all.length() > 160 ? all.substring(0, 160) + "..." : all;
    }
  }

  Socket connect(Target target) throws IOException {
    Socket socket = new Socket();
    try {
      socket.bind(new InetSocketAddress(from, 0));
      socket.setSoTimeout(timeoutMillis);
      socket.setTcpNoDelay(true);
      socket.connect(target.socketAddress(), timeoutMillis);
      return socket;
    } catch (IOException | RuntimeException e) {
      socket.close();
      throw e;
    }
  }

  /** A SOAP request as it is usual. */
  Answer post(Target target, String envelope) throws IOException {
    return post(target, envelope.getBytes(UTF_8), "");
  }

  /**
   * Likewise, with more header fields, each ended by CR LF.
   *
   * @throws IOException if nothing came within the timeout, or no connection
   */
  Answer post(Target target, byte[] envelope, String fields) throws IOException {
    String host = fields.contains("Host:") ? "" : host(target);
    return exchange(target, head(host + fields, envelope.length), envelope);
  }

  static String host(Target target) {
    return "Host: " + target.authority() + "\r\n";
  }

  /** The head of a POST with these fields, which lack Content-Type, Content-Length. */
  static byte[] head(String fields, long length) {
    return ("POST "
            + Target.PATH
            + " HTTP/1.1\r\n"
            + fields
            + "Content-Type: application/soap+xml; charset=utf-8\r\nContent-Length: "
            + length
            + "\r\nConnection: close\r\n\r\n")
        .getBytes(ISO_8859_1);
  }

  /** Sends bytes and reads what comes until the end; a reset while sending is no answer. */
  Answer exchange(Target target, byte[]... parts) throws IOException {
    long began = System.nanoTime();
    try (Socket socket = connect(target)) {
      try {
        for (byte[] part : parts) {
          socket.getOutputStream().write(part);
        }
      } catch (IOException e) {
        // It answered and closed before the end, or closed: what it answered is read below.
      }
      return read(socket, began);
    }
  }

  /** What comes on a connection, until its end or that of the answer. */
  static Answer read(Socket socket, long beganNanos) throws IOException {
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    byte[] buffer = new byte[BUFFER_BYTES];
    InputStream in = socket.getInputStream();
    try {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        read.write(buffer, 0, n);
        if (isWhole(read) || read.size() > MAX_ANSWER_BYTES) {
          break;
        }
      }
    } catch (java.net.SocketTimeoutException e) {
      throw new IOException("no answer within " + socket.getSoTimeout() + " ms", e);
    } catch (IOException e) {
      // Reset: what came before counts.
    }
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNanos);
    String text = read.toString(UTF_8);
    int status = text.startsWith("HTTP/1.1 ") ? Integer.parseInt(text.substring(9, 12)) : 0;
    return new Answer(status, text, millis);
  }

  private static boolean isWhole(ByteArrayOutputStream read) {
    String text = read.toString(ISO_8859_1);
    int end = text.indexOf("\r\n\r\n");
    if (end < 0) {
      return false;
    }
    String head = text.substring(0, end).toLowerCase(Locale.ROOT);
    int at = head.indexOf("content-length:");
    if (at < 0) {
      return false;
    }
    String value = head.substring(at + 15).lines().findFirst().orElse("").strip();
    return text.length() - end - 4 >= Integer.parseInt(value);
  }
}
