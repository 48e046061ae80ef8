package dev.flotilla.raftdpws.wire;

/** Asks a server what it knows of itself. */
public record StatusRequest() {
  /** The only value needed. */
  public static final StatusRequest INSTANCE = new StatusRequest();
}
