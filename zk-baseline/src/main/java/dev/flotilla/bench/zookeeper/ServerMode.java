package dev.flotilla.bench.zookeeper;

import dev.flotilla.bench.Endpoint;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Stream;

/** The part that a server plays, as its answer to the four-letter word {@code srvr} says. */
enum ServerMode {
  /** The only server. */
  STANDALONE,
  /** Of an ensemble. */
  LEADER,
  /** Of an ensemble. */
  FOLLOWER;

  private static final int ANSWER_MILLIS = 1_000;
  private static final String PREFIX = "Mode: ";

  /** Asks the server that listens for clients there; empty if it does not serve. */
  static Optional<ServerMode> at(Endpoint server) {
    return parse(answerOf(server));
  }

  /** What the server answers, which begins with its version; nothing if it does not serve. */
  static String answerOf(Endpoint server) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(server.host(), server.port()), ANSWER_MILLIS);
      socket.setSoTimeout(ANSWER_MILLIS);
      socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().flush();
      byte[] answer = socket.getInputStream().readAllBytes();
      return new String(answer, StandardCharsets.US_ASCII);
    } catch (IOException notNow) {
      return "";
    }
  }

  static Optional<ServerMode> parse(String answer) {
    return answer
        .lines()
        .filter(line -> line.startsWith(PREFIX))
        .flatMap(line -> named(line.substring(PREFIX.length()).strip()))
        .findFirst();
  }

  private static Stream<ServerMode> named(String name) {
    return Stream.of(values()).filter(mode -> mode.name().equalsIgnoreCase(name));
  }

  /** Whether it orders the commands. */
  boolean leads() {
    return this != FOLLOWER;
  }
}
