package dev.flotilla.batteries;

import dev.flotilla.bdb.BdbSettings;
import dev.flotilla.node.SnapshotOptions;
import dev.flotilla.node.statemachine.StateMachine;
import dev.flotilla.raftdpws.OnDamage;
import dev.flotilla.raftdpws.RaftDevice;
import dev.flotilla.raftdpws.RaftDeviceSettings;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A server as {@code ./flotilla server} runs it, but with snapshots and checkpoints many times as
 * often, so that faults meet them, and without a way back from damage, which would hide it. Any
 * thread.
 */
public final class BusyServer {
  /** Of its database. */
  public static final BdbSettings DATABASE = BdbSettings.DEFAULT.withCheckpointEvery(300, 1 << 20);

  private static final SnapshotOptions SNAPSHOTS = new SnapshotOptions(2_000, Long.MAX_VALUE / 8);

  private BusyServer() {}

  /**
   * Starts it; a later failure is told on the standard error stream.
   *
   * @param arguments the group's name, the number of founders and the data directory
   * @throws IOException if it cannot be started
   */
  public static RaftDevice start(StateMachine machine, String... arguments) throws IOException {
    RaftDevice device =
        RaftDevice.start(
            RaftDeviceSettings.builder(Path.of(arguments[2]))
                .group(arguments[0])
                .expect(Integer.parseInt(arguments[1]))
                .snapshots(SNAPSHOTS)
                .onDamage(OnDamage.REFUSE)
                .build(),
            machine);
    device.failed().thenAccept(cause -> System.err.println("the server has failed: " + cause));
    return device;
  }
}
