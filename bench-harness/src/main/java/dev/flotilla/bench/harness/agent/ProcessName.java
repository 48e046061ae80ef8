package dev.flotilla.bench.harness.agent;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A process of a measurement.
 *
 * @param system the system's name
 * @param role what it is in the system; agents know {@value #SERVER}
 * @param number the server's number, 1 to {@value #MAX_NUMBER}
 */
record ProcessName(String system, String role, int number) {
  static final String SERVER = "server";
  static final int MAX_NUMBER = 99;

  private static final Pattern WORD = Pattern.compile("[a-z][a-z0-9]{0,31}");
  private static final Pattern NAME =
      Pattern.compile("([a-z][a-z0-9]{0,31})-([a-z][a-z0-9]{0,31})-([0-9]{1,2})");

  /** Refuses what could be more than a name, since names become paths. */
  ProcessName {
    requireWord("system", system);
    requireWord("role", role);
    if (number < 1 || number > MAX_NUMBER) {
      throw new IllegalArgumentException(
          "server number %s must be 1 to %s".formatted(number, MAX_NUMBER));
    }
  }

  /**
   * The process of a name such as {@code flotilla-server-2}.
   *
   * @throws IllegalArgumentException if the name is not of that form
   */
  static ProcessName parse(String name) {
    Matcher parts = NAME.matcher(name);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "process name '%s' is not SYSTEM-ROLE-NUMBER, such as flotilla-server-2".formatted(name));
    }
    return new ProcessName(parts.group(1), parts.group(2), Integer.parseInt(parts.group(3)));
  }

  @Override
  public String toString() {
    return system + "-" + role + "-" + number;
  }

  private static void requireWord(String what, String word) {
    if (!WORD.matcher(word).matches()) {
      throw new IllegalArgumentException(
          "%s must be 1 to 32 lower-case letters and digits, and begin with a letter"
              .formatted(what));
    }
  }
}
