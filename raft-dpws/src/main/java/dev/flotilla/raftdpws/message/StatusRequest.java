package dev.flotilla.raftdpws.message;

/** Asks a server what it knows of itself. */
public record StatusRequest() {
  /** The only value needed. */
  public static final StatusRequest INSTANCE = new StatusRequest();
}
