package dev.flotilla;

import dev.flotilla.raftdpws.RaftDevice;
import dev.flotilla.raftdpws.faults.FaultPort;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Faults of the network between a server and the other members, for tests and drills.
 *
 * <p>Any thread; nothing blocks. Without effect on a server that does not serve yet. A restart ends
 * the faults.
 */
public final class ServerFaults {
  private final RaftDevice device;
  private final Optional<FaultPort> port;

  ServerFaults(RaftDevice device, Optional<FaultPort> port) {
    this.device = device;
    this.port = port;
  }

  /**
   * Where other programs of this host set faults; empty without {@link ServerBuilder#faultPort}.
   */
  public OptionalInt port() {
    return port.map(it -> OptionalInt.of(it.port())).orElse(OptionalInt.empty());
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
