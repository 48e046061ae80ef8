package dev.flotilla.raftdpws.message;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a read promises about the state that answers it. */
public enum Consistency {
  /** It holds every command that was acknowledged before the read was sent. */
  LINEARIZABLE,
  /** It holds every command that was acknowledged longer than a bound before the read was sent. */
  BOUNDED,
  /** It is whatever the server that is asked has applied. */
  LOCAL;

  /** The word for it on the wire and on the command line. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The one of this word; empty for a word that this program does not know. */
  public static Optional<Consistency> of(String word) {
    return Arrays.stream(values()).filter(it -> it.word().equals(word)).findFirst();
  }
}
