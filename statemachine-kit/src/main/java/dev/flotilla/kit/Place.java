package dev.flotilla.kit;

import java.text.DecimalFormatSymbols;
import java.util.Locale;
import java.util.TimeZone;

/**
 * Where a process takes itself to be: the defaults of all its threads.
 *
 * @param locale by which letters are made small
 * @param display in which names are shown
 * @param format whose digits numbers have
 * @param zone by which the hour is told
 */
record Place(Locale locale, Locale display, Locale format, TimeZone zone) {
  /** With digits, a comma and a small I of its own, and already tomorrow in most other places. */
  static final Place ELSEWHERE = elsewhere();

  private static Place elsewhere() {
    Locale locale = Locale.forLanguageTag("tr-TR-u-nu-arab");
    return new Place(locale, locale, locale, TimeZone.getTimeZone("Pacific/Kiritimati"));
  }

  static Place current() {
    return new Place(
        Locale.getDefault(),
        Locale.getDefault(Locale.Category.DISPLAY),
        Locale.getDefault(Locale.Category.FORMAT),
        TimeZone.getDefault());
  }

  /** Has the process be here. */
  void settle() {
    Locale.setDefault(locale);
    Locale.setDefault(Locale.Category.DISPLAY, display);
    Locale.setDefault(Locale.Category.FORMAT, format);
    TimeZone.setDefault(zone);
  }

  /** A Java that was linked without its locales has the digits of English everywhere. */
  boolean hasOtherDigits() {
    return DecimalFormatSymbols.getInstance(format).getZeroDigit() != '0';
  }
}
