package dev.flotilla.raftdpws.message;

import java.util.Arrays;
import java.util.Locale;

/**
 * What a server does, as its status says. A word of a later version is {@link #UNKNOWN} here;
 * {@link StatusResponse#role} keeps it.
 */
public enum ServerRole {
  /** It is to found its group. */
  FOUNDING,
  /** It waits to be made a member of a group that exists. */
  JOINING,
  /** It answers a leader, or waits for one. */
  FOLLOWER,
  /** It asks whether it would be elected. */
  PRE_CANDIDATE,
  /** It asks to be elected. */
  CANDIDATE,
  /** It leads. */
  LEADER,
  /** It runs no more. */
  STOPPED,
  /** Something that this program does not know. */
  UNKNOWN;

  private final String word = name().toLowerCase(Locale.ROOT).replace('_', '-');

  /** The word for it on the wire. */
  public String word() {
    return word;
  }

  /** The one of a word; {@link #UNKNOWN} for any other. */
  public static ServerRole of(String word) {
    return Arrays.stream(values()).filter(it -> it.word().equals(word)).findFirst().orElse(UNKNOWN);
  }
}
