package dev.flotilla.raftdpws.message;

/** How a client writes its messages, which tells what it makes of answers. */
public enum ClientForm {
  /**
   * With the type of each element ({@code xsi:type}), as the stack of the clients of 2014 does.
   * These end at a fault, and ask again where a refusal sends them.
   */
  OF_2014,

  /** By FlotillaClientService, which has an outcome for every end and waits for a leader. */
  TYPED,

  /** Any other. */
  LATER
}
