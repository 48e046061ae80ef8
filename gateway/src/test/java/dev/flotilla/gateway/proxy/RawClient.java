package dev.flotilla.gateway.proxy;

import dev.flotilla.testing.Await;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A client that sends any bytes at all; text is ISO-8859-1. */
final class RawClient implements AutoCloseable {
  /** An answer. */
  record Answer(int status, String head, String body) {
    String field(String name) {
      for (String line : head.split("\r\n", -1)) {
        if (line.toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT) + ":")) {
          return line.substring(name.length() + 1).strip();
        }
      }
      return "";
    }
  }

  private final Socket socket;
  private final InputStream in;

  RawClient(InetSocketAddress address) throws IOException {
    socket = new Socket(address.getAddress(), address.getPort());
    socket.setSoTimeout((int) Await.limitMillis());
    in = socket.getInputStream();
  }

  void send(String text) throws IOException {
    send(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  Answer ask(String text) throws IOException {
    send(text);
    return answer(text.startsWith("HEAD "));
  }

  /** Sends nothing more. */
  void endOutput() throws IOException {
    socket.shutdownOutput();
  }

  /** Reads the head of an answer. */
  Answer head() throws IOException {
    String head = readHead();
    return new Answer(Integer.parseInt(head.split(" ", -1)[1]), head, "");
  }

  /** Reads one chunk. */
  String readChunk() throws IOException {
    String content = readExactly(Integer.parseInt(readLine(), 16));
    readLine();
    return content;
  }

  /** Reads an answer with its body. */
  Answer answer(boolean isHead) throws IOException {
    String head = readHead();
    int status = Integer.parseInt(head.split(" ", -1)[1]);
    Answer answer = new Answer(status, head, "");
    boolean hasBody = !isHead && status >= 200 && status != 204 && status != 304;
    String body = "";
    if (hasBody && answer.field("Transfer-Encoding").equals("chunked")) {
      body = readChunks();
    } else if (hasBody && !answer.field("Content-Length").isEmpty()) {
      body = readExactly(Integer.parseInt(answer.field("Content-Length")));
    } else if (hasBody) {
      body = readRest();
    }
    return new Answer(status, head, body);
  }

  private String readHead() throws IOException {
    StringBuilder head = new StringBuilder();
    while (!head.toString().endsWith("\r\n\r\n")) {
      int b = in.read();
      if (b < 0) {
        throw new EOFException("the connection ended after: " + head);
      }
      head.append((char) b);
    }
    return head.toString();
  }

  private String readLine() throws IOException {
    StringBuilder line = new StringBuilder();
    while (!line.toString().endsWith("\r\n")) {
      int b = in.read();
      if (b < 0) {
        throw new EOFException("the connection ended in a chunk");
      }
      line.append((char) b);
    }
    return line.toString().strip();
  }

  private String readChunks() throws IOException {
    StringBuilder body = new StringBuilder();
    for (int size = Integer.parseInt(readLine(), 16); size > 0; ) {
      body.append(readExactly(size));
      readLine();
      size = Integer.parseInt(readLine(), 16);
    }
    readLine();
    return body.toString();
  }

  String readExactly(int size) throws IOException {
    byte[] bytes = in.readNBytes(size);
    if (bytes.length < size) {
      throw new EOFException("the connection ended after " + bytes.length + " of " + size);
    }
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  /** Everything up to the end of the connection. */
  String readRest() throws IOException {
    ByteArrayOutputStream rest = new ByteArrayOutputStream();
    in.transferTo(rest);
    return rest.toString(StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
