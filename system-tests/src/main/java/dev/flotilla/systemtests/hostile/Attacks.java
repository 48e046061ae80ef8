package dev.flotilla.systemtests.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.flotilla.systemtests.hostile.HostileCase.Attack;
import dev.flotilla.systemtests.hostile.HostileCase.Effect;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** What each case sends, by the name of the case. */
final class Attacks {
  private final Map<String, Function<Line, Attack>> byName = new HashMap<>();

  /** A line of {@code cases.tsv}. */
  private record Line(
      String row, String name, String effect, String to, String answer, String in, String out) {}

  /** Sends a request to a server, and returns what came back. */
  @FunctionalInterface
  interface Request {
    RawHttp.Answer send(RawHttp http, Target to) throws IOException;
  }

  /**
   * The case of a line.
   *
   * @throws IllegalArgumentException if it is not known what the case sends
   */
  HostileCase complete(String line) {
    String[] parts = line.split("\t", 7);
    Line words = new Line(parts[0], parts[1], parts[2], parts[3], parts[4], parts[5], parts[6]);
    Attack attack =
        Optional.ofNullable(byName.remove(words.name()))
            .orElseThrow(() -> new IllegalArgumentException("nothing to send: " + line))
            .apply(words);
    Effect effect = Effect.valueOf(words.effect());
    return new HostileCase(words.row(), words.name(), words.in(), words.out(), effect, attack);
  }

  /**
   * Says that all is in a case.
   *
   * @throws IllegalStateException if something is in none
   */
  void requireNone() {
    if (!byName.isEmpty()) {
      throw new IllegalStateException("not in cases.tsv: " + byName.keySet());
    }
  }

  /** A case that sends and checks by itself. */
  void own(String name, Attack attack) {
    add(name, line -> attack);
  }

  /** A case of requests, whose line says to whom they go and what each answer must be. */
  void requests(String name, List<Request> requests) {
    if (requests.isEmpty()) {
      throw new IllegalArgumentException(name + " sends nothing");
    }
    add(
        name,
        line -> {
          Answers answer = Answers.valueOf(line.answer());
          return arena -> {
            String last = "";
            for (Target to : targets(line.to(), arena)) {
              for (Request each : requests) {
                last = answer.check(each.send(arena.http(), to));
              }
            }
            return last;
          };
        });
  }

  private void add(String name, Function<Line, Attack> attack) {
    if (byName.put(name, attack) != null) {
      throw new IllegalArgumentException("there are two cases " + name);
    }
  }

  private static List<Target> targets(String to, Arena arena)
      throws IOException, InterruptedException {
    return switch (to) {
      case "leader" -> List.of(arena.target(arena.leader()));
      case "follower" -> List.of(arena.target(arena.follower()));
      case "each" -> arena.targets();
      default -> throw new IllegalArgumentException("no server is '" + to + "'");
    };
  }

  /** A case of one envelope. */
  void soap(String name, Function<Target, String> envelope) {
    requests(name, List.of((http, to) -> http.post(to, envelope.apply(to))));
  }

  /** A case of one envelope with this body and the action InsertCommand. */
  void body(String name, String body) {
    soap(name, to -> Soap.envelope(to, Soap.INSERT, body));
  }

  /** A case of a command with more header fields. */
  void headed(String name, String fields) {
    requests(
        name, List.of((http, to) -> http.post(to, Soap.marked(to).getBytes(ISO_8859_1), fields)));
  }

  /** A case of one request, each character of which is a byte. */
  void raw(String name, Function<Target, String> request) {
    requests(
        name, List.of((http, to) -> http.exchange(to, request.apply(to).getBytes(ISO_8859_1))));
  }
}
