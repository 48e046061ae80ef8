package dev.flotilla.raftdpws;

/** How a server with an empty data directory comes to its group. */
public enum BootstrapMode {
  /** It founds the group with others. */
  FOUNDS,
  /** It asks to become a member of a group that exists, and waits until somebody adds it. */
  JOINS
}
