package dev.flotilla.server.doctor;

/**
 * What a check has found. Immutable.
 *
 * @param check which one, in a word
 * @param isWell whether nothing has to be done
 * @param text one line; if something is wrong, with what to do
 */
public record Finding(String check, boolean isWell, String text) {
  static Finding well(String check, String text) {
    return new Finding(check, true, text);
  }

  static Finding wrong(String check, String text) {
    return new Finding(check, false, text.lines().findFirst().orElse(""));
  }
}
