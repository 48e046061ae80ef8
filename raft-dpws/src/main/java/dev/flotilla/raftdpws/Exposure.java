package dev.flotilla.raftdpws;

/** Who may reach a server that has no keys. With keys, everybody may try. */
public enum Exposure {
  /** Programs on this machine only. */
  LOOPBACK_ONLY,
  /**
   * Everybody on the network of the chosen interface: whoever can reach it can insert commands, and
   * whoever learns the members' ids can speak in their name.
   */
  INSECURE
}
