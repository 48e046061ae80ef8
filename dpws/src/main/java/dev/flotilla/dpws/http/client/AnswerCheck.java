package dev.flotilla.dpws.http.client;

import java.security.cert.X509Certificate;
import java.util.Optional;

/**
 * Decides whether an answer may come from the one that gave it. Asked with TLS only.
 *
 * @param <A> the answer
 */
@FunctionalInterface
public interface AnswerCheck<A> {
  /**
   * Returns why the answer does not count; empty if it does. Called on an event loop; must not
   * block.
   *
   * @param peer the certificate of the connection's other side, which is accepted
   */
  Optional<String> objection(A answer, X509Certificate peer);
}
