package dev.flotilla.client.dpws;

import java.net.URI;
import java.util.Optional;

/** Which server a call asks next, and what it learns from its answer. */
interface Targets {
  /** The server to ask; empty if none is known. */
  Optional<URI> target();

  /** A server answered. */
  void led(URI server);

  /** A server could not answer, and told who leads, or that it does not know. */
  void redirected(URI server, Optional<URI> leader);

  /** A server did not answer. */
  void failed(URI server);

  /** Looks for servers. */
  void search();
}
