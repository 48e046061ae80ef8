package dev.flotilla.gateway.log;

import java.util.Locale;

/** The keys of the log in the key-value store. */
final class LogNames {
  /** A key for each gateway, with its pulse. */
  static final String GATEWAYS = "gateway/alive/";

  /** A key for each kept answer. */
  static final String KEPT = "gateway/kept/";

  private static final String OPEN = "gateway/open/";
  private static final String KEYS = "gateway/key/";
  private static final String ANSWERS = "gateway/answer/";

  private LogNames() {}

  static String gateway(String id) {
    return GATEWAYS + id;
  }

  /** A request that is being executed. */
  static String open(String ticket) {
    return OPEN + ticket;
  }

  /** All requests that a gateway executes. */
  static String allOpen(String gateway) {
    return OPEN + gateway + "/";
  }

  /** What is known of an Idempotency-Key. */
  static String key(String name) {
    return KEYS + name;
  }

  static String answer(String stamp) {
    return ANSWERS + stamp;
  }

  static String kept(String stamp) {
    return KEPT + stamp;
  }

  /** The name of an answer; the names of a gateway are in the order of time. */
  static String stamp(String keeper, long number) {
    return stampsOf(keeper) + String.format(Locale.ROOT, "%016x", number);
  }

  /** What the names of all answers of a gateway begin with. */
  static String stampsOf(String keeper) {
    return keeper + "/";
  }

  /** The gateway that keeps an answer; empty for names of earlier versions. */
  static String keeperOf(String kept) {
    int slash = kept.indexOf('/', KEPT.length());
    return slash < 0 ? "" : kept.substring(KEPT.length(), slash);
  }
}
