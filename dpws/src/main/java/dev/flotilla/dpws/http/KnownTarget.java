package dev.flotilla.dpws.http;

import dev.flotilla.dpws.http.message.HttpException;

/**
 * Compares the address in a message with the path that it was sent to. Host and port may differ
 * behind a proxy or under a name; the path may not. Remembers the last pair that matched: the
 * messages of a connection mostly have the same address. One thread.
 */
final class KnownTarget {
  private String knownAddress = "";
  private String knownPath = "";

  /** Whether a message with this address belongs to the path. */
  boolean leadsTo(String path, String address) throws HttpException {
    if (address.equals(knownAddress) && path.equals(knownPath)) {
      return true;
    }
    boolean isUrl = address.startsWith("http:") || address.startsWith("https:");
    if (isUrl && !Routes.pathOf(address).equals(path)) {
      return false;
    }
    knownAddress = address;
    knownPath = path;
    return true;
  }
}
