package dev.flotilla.dpws.http.message;

/**
 * What becomes of the connection after a message.
 *
 * <p>Internal: public only for the other packages of dpws.
 */
public enum HttpEnd {
  KEEP_OPEN,
  CLOSE
}
