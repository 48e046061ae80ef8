package dev.flotilla.systemtests.hostile;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.flotilla.systemtests.hostile.HostileCase.UnexpectedAnswer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;

/** Has many commands executed, by requests one behind the other on one connection. One thread. */
final class Filler {
  private static final int BATCH = 64;
  private static final int BUFFER_BYTES = 1 << 16;
  private static final String EXECUTED = "success>true<";

  private Filler() {}

  /**
   * Has so many good commands executed.
   *
   * @throws UnexpectedAnswer if one is not
   */
  static void fill(RawHttp http, Target leader, int commands) throws UnexpectedAnswer, IOException {
    try (Socket socket = http.connect(leader)) {
      InputStream in = socket.getInputStream();
      for (int sent = 0; sent < commands; sent += BATCH) {
        socket.getOutputStream().write(batch(leader));
        readAnswers(in);
      }
    }
  }

  private static byte[] batch(Target leader) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int i = 0; i < BATCH; i++) {
      byte[] body = Soap.insert(leader, Soap.newUid(), Soap.GOOD, "f").getBytes(UTF_8);
      String host = "Host: " + leader.authority() + "\r\n";
      String head = new String(RawHttp.head(host, body.length), UTF_8);
      all.writeBytes(head.replace("Connection: close\r\n", "").getBytes(UTF_8));
      all.writeBytes(body);
    }
    return all.toByteArray();
  }

  private static void readAnswers(InputStream in) throws UnexpectedAnswer, IOException {
    byte[] buffer = new byte[BUFFER_BYTES];
    int executed = 0;
    String rest = "";
    while (executed < BATCH) {
      int n = in.read(buffer);
      Answers.require(n > 0, "closed after " + executed + " of " + BATCH + " commands: " + rest);
      String text = rest + new String(buffer, 0, n, UTF_8);
      Answers.require(!text.contains("success>false<"), "not executed: " + text);
      int at = 0;
      for (int next = text.indexOf(EXECUTED); next >= 0; next = text.indexOf(EXECUTED, at)) {
        executed++;
        at = next + EXECUTED.length();
      }
      rest = text.substring(Math.max(at, text.length() - 2 * EXECUTED.length()));
    }
  }
}
