package dev.flotilla.systemtests.hostile;

import dev.flotilla.systemtests.hostile.HostileCase.UnexpectedAnswer;
import java.util.function.Predicate;

/** What must come back. */
enum Answers {
  /** A fault, not for want of room, within a second. */
  FAULT(answer -> answer.isFault() && answer.status() != 503 && answer.millis() < 1_000),

  /** A fault, another error of HTTP, or a closed connection. */
  REFUSED(answer -> answer.status() == 0 || answer.status() >= 400),

  /** Whatever it is. */
  ANY(answer -> true),

  EXECUTED(answer -> answer.status() == 200 && answer.text().contains(">true<")),

  /** An order that is not obeyed. */
  NOT_OBEYED(answer -> answer.status() != 0 && !answer.text().contains(">true<")),

  /** Without what a command brings. */
  BARE(answer -> answer.status() != 0 && !answer.text().contains("InsertCommandResponse")),

  STATUS_200(answer -> answer.status() == 200),

  STATUS_200_OR_CLOSED(answer -> answer.status() == 200 || answer.status() == 0),

  STATUS_400(answer -> answer.status() == 400),

  /** A WSDL with a service and a port. */
  SERVICE(
      answer ->
          answer.status() == 200
              && answer.text().contains("service name=")
              && answer.text().contains(":port "));

  private final Predicate<RawHttp.Answer> isSo;

  Answers(Predicate<RawHttp.Answer> isSo) {
    this.isSo = isSo;
  }

  /**
   * Returns the answer in words.
   *
   * @throws UnexpectedAnswer if it is another one
   */
  String check(RawHttp.Answer answer) throws UnexpectedAnswer {
    require(isSo.test(answer), "not " + this + " after " + answer.millis() + " ms", answer);
    return answer.summary();
  }

  static void require(boolean holds, String what, RawHttp.Answer answer) throws UnexpectedAnswer {
    require(holds, what + ": " + answer.summary());
  }

  static void require(boolean holds, String what) throws UnexpectedAnswer {
    if (!holds) {
      throw new UnexpectedAnswer(what);
    }
  }
}
