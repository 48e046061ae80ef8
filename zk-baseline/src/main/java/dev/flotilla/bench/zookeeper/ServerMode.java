package dev.flotilla.bench.zookeeper;

import dev.flotilla.bench.Endpoint;
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

  private static final String PREFIX = "Mode: ";

  /** Asks the server that listens for clients there; empty if it does not serve. */
  static Optional<ServerMode> at(Endpoint server) {
    return parse(answerOf(server));
  }

  /** What the server answers, which begins with its version; nothing if it does not serve. */
  static String answerOf(Endpoint server) {
    return server.ask(0, "srvr");
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
