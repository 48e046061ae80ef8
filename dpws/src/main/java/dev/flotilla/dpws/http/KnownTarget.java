package dev.flotilla.dpws.http;

import dev.flotilla.dpws.http.message.HttpException;
import dev.flotilla.dpws.soap.Addressing;
import java.util.function.Predicate;

/**
 * Compares the address in a message with the path that it was sent to. Host and port may differ
 * behind a proxy or under a name; the path may not. A UUID must be one of what answers here: the
 * message may be meant for a device that has had this address before. Remembers the last pair that
 * matched: the messages of a connection mostly have the same address. One thread.
 */
final class KnownTarget {
  private static final String UUID = "urn:uuid:";

  private final Predicate<String> isNamed;
  private String knownAddress = "";
  private String knownPath = "";

  /**
   * Knows nothing yet.
   *
   * @param isNamed whether something that answers here has this name, a URI
   */
  KnownTarget(Predicate<String> isNamed) {
    this.isNamed = isNamed;
  }

  /** Whether a message with this address belongs to the path. */
  boolean leadsTo(String path, String address) throws HttpException {
    if (address.equals(knownAddress) && path.equals(knownPath)) {
      return true;
    }
    if (!isHere(path, address)) {
      return false;
    }
    knownAddress = address;
    knownPath = path;
    return true;
  }

  private boolean isHere(String path, String address) throws HttpException {
    if (address.equals(Addressing.ANONYMOUS)) {
      return true;
    }
    if (begins(address, "http:") || begins(address, "https:")) {
      return Routes.pathOf(address).equals(path);
    }
    return !begins(address, UUID) || isNamed.test(address);
  }

  private static boolean begins(String address, String start) {
    return address.regionMatches(true, 0, start, 0, start.length());
  }
}
