package dev.flotilla.systemtests.powercuts;

/**
 * The texts of commands, each unlike any other: who sends it, its number, and nines. One in ten has
 * some ten thousands of them, so that segments of the log are full soon; in brief these are told by
 * their count, and only these.
 */
final class Texts {
  private static final int ONE_IN_SO_MANY_IS_LARGE = 10;
  private static final int MIN_LARGE_CHARS = 20_000;
  private static final int MAX_LARGE_CHARS = 60_000;
  private static final int MAX_SMALL_CHARS = 200;

  /** Spreads sizes. */
  private static final long PRIME = 7_919;

  private static final char FILLER = '9';

  private Texts() {}

  /** The text of a client's command. */
  static String of(int client, int number) {
    return client + "." + number + "." + Character.toString(FILLER).repeat(fillers(client, number));
  }

  private static int fillers(int client, int number) {
    return (client + number) % ONE_IN_SO_MANY_IS_LARGE == 0
        ? MIN_LARGE_CHARS + (int) (number * PRIME % (MAX_LARGE_CHARS - MIN_LARGE_CHARS))
        : number % MAX_SMALL_CHARS;
  }

  /** A large text in brief, any other as it is: no two texts are alike in brief. */
  static String brief(String text) {
    int begin = text.length();
    while (begin > 0 && text.charAt(begin - 1) == FILLER) {
      begin--;
    }
    int fillers = text.length() - begin;
    return fillers < MIN_LARGE_CHARS ? text : text.substring(0, begin) + FILLER + "x" + fillers;
  }
}
