package dev.flotilla.dpws.http;

/** What becomes of the connection after a message. */
enum HttpEnd {
  KEEP_OPEN,
  CLOSE
}
