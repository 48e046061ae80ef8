package dev.flotilla.systemtests.hostile;

import dev.flotilla.systemtests.hostile.HostileCase.Effect;
import dev.flotilla.systemtests.hostile.HostileCase.UnexpectedAnswer;
import java.io.IOException;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Each number of each operation at and beyond its limits: rule 3. */
final class NumberCases {
  private static final List<String> EXTREMES =
      List.of(
          "9223372036854775807",
          "9223372036854775808",
          "-9223372036854775808",
          "4611686018427387904",
          "281474976710656",
          "281474976710655",
          "2147483648",
          "-1",
          "0",
          "100000000000000000000000000000",
          "1e9",
          "0x10",
          "NaN",
          "\u0663",
          "");

  private static final Pattern NUMBER = Pattern.compile(">(-?\\d+)<");

  /** Beyond the log, so that nothing is appended. */
  private static final String BEYOND = "1000000";

  private NumberCases() {}

  static List<HostileCase> cases() {
    return List.of(
        session(),
        numbers("append", NumberCases::append),
        numbers(
            "vote",
            (forgery, from, to) ->
                forgery.requestVote(from, to, forgery.address(from), term(forgery), false)),
        numbers(
            "prevote",
            (forgery, from, to) -> forgery.preVote(from, to, forgery.address(from), term(forgery))),
        numbers(
            "timeoutnow",
            (forgery, from, to) -> forgery.timeoutNow(from, to, forgery.address(from), "1")),
        numbers(
            "readindex",
            (forgery, from, to) ->
                forgery.readIndex(from, to, forgery.address(from), term(forgery), "1")),
        numbers(
            "snapshot",
            (forgery, from, to) ->
                forgery.snapshot(
                    from, to, term(forgery), new Forgery.Snapshot(BEYOND, "1", "1048576", "512"))));
  }

  private static String term(Forgery forgery) throws IOException {
    return Long.toString(forgery.term());
  }

  private static String append(Forgery forgery, int from, int to) throws IOException {
    return forgery.append(
        from,
        to,
        forgery.address(from),
        term(forgery),
        new Forgery.Place(BEYOND, "1", "1"),
        Forgery.noOp("1000001", "1", "1"));
  }

  /** Makes a request of a member to another. */
  private interface Making {
    String make(Forgery forgery, int from, int to) throws IOException;
  }

  private static HostileCase session() {
    return new HostileCase(
        "3",
        "numbers-session",
        "a command with session, sequence and lowest unanswered at "
            + EXTREMES.size()
            + " extremes",
        "an answer each time",
        Effect.NONE,
        arena -> {
          Target to = arena.leader().target();
          String tag =
              "<f:session><f:id>1</f:id><f:sequence>1</f:sequence><f:lowestUnanswered>1"
                  + "</f:lowestUnanswered></f:session></r:InsertCommandRequest>";
          String insert = Soap.insert(to, "UID", "good", "g");
          String whole = insert.replace("</r:InsertCommandRequest>", tag);
          return all(whole, text -> arena.http().post(to, text.replace("UID", Soap.newUid())));
        });
  }

  private static HostileCase numbers(String name, Making making) {
    return new HostileCase(
        "3",
        "numbers-" + name,
        "each number of " + name + " at " + EXTREMES.size() + " extremes, to leader and follower",
        "an answer each time; the term does not jump",
        Effect.LEADER,
        arena -> {
          Forgery forgery = Forgery.of(arena);
          int leader = forgery.leader();
          int follower = forgery.follower();
          String last = "";
          for (int to : List.of(leader, follower)) {
            int from = to == leader ? follower : leader;
            last = all(making.make(forgery, from, to), text -> forgery.send(to, text));
          }
          return last;
        });
  }

  /** Sends a request. */
  private interface Sending {
    RawHttp.Answer send(String text) throws IOException;
  }

  private static String all(String whole, Sending sending) throws UnexpectedAnswer, IOException {
    List<MatchResult> numbers = NUMBER.matcher(whole).results().toList();
    int count = 0;
    for (MatchResult number : numbers) {
      for (String extreme : EXTREMES) {
        String text =
            whole.substring(0, number.start(1)) + extreme + whole.substring(number.end(1));
        RawHttp.Answer answer = sending.send(text);
        Answers.require(answer.status() > 0, "closed for " + extreme, answer);
        count++;
      }
    }
    return count + " answers";
  }
}
