package dev.flotilla.systemtests.hostile;

import dev.flotilla.systemtests.hostile.HostileCase.UnexpectedAnswer;

/** What must come back, as checks that return the answer in words. */
final class Answers {
  private static final long FAULT_MILLIS = 1_000;

  private Answers() {}

  /** A fault, not for want of room. A minute is for the machine; a second is for the server. */
  static String fault(RawHttp.Answer answer) throws UnexpectedAnswer {
    require(answer.isFault() && answer.status() != 503, "not a fault", answer);
    require(answer.millis() < FAULT_MILLIS, "a fault after " + answer.millis() + " ms", answer);
    return answer.summary();
  }

  /** A fault, another error of HTTP, or a closed connection. */
  static String refused(RawHttp.Answer answer) throws UnexpectedAnswer {
    require(answer.status() == 0 || answer.status() >= 400, "not refused", answer);
    return answer.summary();
  }

  /** An answer of any kind. */
  static String any(RawHttp.Answer answer) {
    return answer.summary();
  }

  static String executed(RawHttp.Answer answer) throws UnexpectedAnswer {
    require(answer.status() == 200 && answer.text().contains(">true<"), "not executed", answer);
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
