package dev.flotilla.raftdpws.faults;

/**
 * What happens to the messages from this server to another, in that direction only.
 *
 * @param dropProbability the share of messages that are lost, from 0 to 1; 1 cuts the link
 * @param delayMillis how much later the others are sent, from 0 to {@value #MAX_DELAY_MILLIS}
 */
public record LinkFault(double dropProbability, int delayMillis) {
  /** The longest delay: far beyond any election timeout. */
  public static final int MAX_DELAY_MILLIS = 60_000;

  /** Every message is sent at once. */
  public static final LinkFault NONE = new LinkFault(0, 0);

  /** Every message is lost. */
  public static final LinkFault CUT = new LinkFault(1, 0);

  /** Refuses values outside the limits. */
  public LinkFault {
    if (!(dropProbability >= 0 && dropProbability <= 1)) {
      throw new IllegalArgumentException(
          "a link loses a share from 0 to 1 of its messages, not " + dropProbability);
    }
    if (delayMillis < 0 || delayMillis > MAX_DELAY_MILLIS) {
      throw new IllegalArgumentException(
          "a link delays its messages by 0 to %s ms, not by %s"
              .formatted(MAX_DELAY_MILLIS, delayMillis));
    }
  }
}
