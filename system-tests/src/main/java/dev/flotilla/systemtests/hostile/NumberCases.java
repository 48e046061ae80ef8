package dev.flotilla.systemtests.hostile;

import dev.flotilla.systemtests.hostile.Forgery.Message;
import dev.flotilla.systemtests.hostile.HostileCase.Attack;
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

  private NumberCases() {}

  static void addTo(Attacks all) {
    String noOp = Forgery.noOp(1_000_001, 1, 1);
    all.own("numbers-session", NumberCases::session);
    all.own("numbers-append", numbers(Message.APPEND_ENTRIES, "entries=" + noOp));
    all.own("numbers-vote", numbers(Message.REQUEST_VOTE));
    all.own("numbers-prevote", numbers(Message.PRE_VOTE));
    all.own("numbers-timeoutnow", numbers(Message.TIMEOUT_NOW, "term=1"));
    all.own("numbers-readindex", numbers(Message.READ_INDEX));
    all.own("numbers-snapshot", numbers(Message.INSTALL_SNAPSHOT, "size=1048576", "offset=512"));
  }

  private static String session(Arena arena) throws IOException, InterruptedException {
    Target to = arena.target(arena.leader());
    String session = MessageAttempts.session("1", "1", "1");
    String whole = Soap.extended(Soap.insert(to, "UID", Soap.GOOD, "g"), session);
    return all(whole, text -> arena.http().post(to, text.replace("UID", Soap.newUid())));
  }

  /** To the leader and to a follower. */
  private static Attack numbers(Message message, String... values) {
    return arena -> {
      Forgery forgery = Forgery.of(arena);
      int leader = forgery.leader();
      int follower = forgery.follower();
      String toLeader = forgery.message(message, follower, leader, values);
      String unused = all(toLeader, text -> forgery.send(leader, text));
      String toFollower = forgery.message(message, leader, follower, values);
      return all(toFollower, text -> forgery.send(follower, text));
    };
  }

  /** Sends a request. */
  private interface Sending {
    RawHttp.Answer send(String text) throws IOException;
  }

  private static String all(String whole, Sending sending) throws IOException {
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
