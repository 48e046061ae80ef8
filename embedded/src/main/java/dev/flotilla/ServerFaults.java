package dev.flotilla;

import dev.flotilla.raftdpws.RaftDevice;

/**
 * Faults of the network between a server and the other members, for tests and drills.
 *
 * <p>Any thread; nothing blocks. Without effect on a server that does not serve yet. A restart ends
 * the faults.
 */
public final class ServerFaults {
  private final RaftDevice device;

  ServerFaults(RaftDevice device) {
    this.device = device;
  }

  /**
   * Drops all messages of the protocol from and to the other members from now on. A leader loses
   * its leadership and a follower hears no leader. Clients still reach the server.
   */
  public void cutOff() {
    device.cutOff(true);
  }

  /** Ends {@link #cutOff}. */
  public void heal() {
    device.cutOff(false);
  }
}
