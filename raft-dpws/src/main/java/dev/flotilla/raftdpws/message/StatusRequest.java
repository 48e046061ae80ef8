package dev.flotilla.raftdpws.message;

import java.util.Optional;

/**
 * Asks a server what it knows of itself.
 *
 * @param edition the edition of that server's status that the asker has, see {@link StatusEdition}
 */
public record StatusRequest(Optional<String> edition) {
  /** Asks for everything. */
  public static final StatusRequest INSTANCE = new StatusRequest(Optional.empty());
}
