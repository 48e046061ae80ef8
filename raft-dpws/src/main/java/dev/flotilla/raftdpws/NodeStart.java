package dev.flotilla.raftdpws;

import dev.flotilla.dpws.OneEventLoop;
import dev.flotilla.node.NodeSettings;
import dev.flotilla.node.RaftNode;
import dev.flotilla.node.loop.Clock;
import dev.flotilla.node.loop.MemoryShares;
import dev.flotilla.node.loop.SharedLoop;
import dev.flotilla.node.statemachine.StateMachine;
import dev.flotilla.raftdpws.peer.DpwsTransport;
import dev.flotilla.raftdpws.peer.Membership;
import dev.flotilla.storage.disk.FileDisk;
import dev.flotilla.storage.log.DataDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Starts the node of a server whose group exists. Blocks for the disk. */
final class NodeStart {
  private NodeStart() {}

  /** The node; if it does not start, its transport is closed. */
  static RaftNode start(
      RaftDeviceSettings settings,
      Membership membership,
      DataDirectory directory,
      StateMachine machine,
      MemoryShares memory,
      DpwsTransport transport,
      OneEventLoop loop)
      throws IOException {
    try {
      Path machineDirectory = settings.dataDirectory.resolve("machine");
      FileDisk.makeDurably(machineDirectory);
      NodeSettings nodeSettings =
          new NodeSettings(
                  membership.founders(),
                  settings.options,
                  settings.snapshots,
                  machineDirectory,
                  new SecureRandom().nextLong())
              .withMemory(memory);
      return RaftNode.start(
          nodeSettings,
          directory,
          machine,
          settings.sender.apply(transport),
          Clock.system(),
          Optional.of(new GroupEventLoop(loop.executor(), loop.isCurrent())));
    } catch (IOException | RuntimeException | Error e) {
      transport.close();
      throw e;
    }
  }

  /** Lets a node run its group on an event loop of the network. */
  private record GroupEventLoop(ScheduledExecutorService loop, BooleanSupplier current)
      implements SharedLoop {
    @Override
    public void execute(Runnable task) {
      loop.execute(task);
    }

    @Override
    public Runnable executeAfter(long delayNanos, Runnable task) {
      ScheduledFuture<?> scheduled = loop.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
      return () -> scheduled.cancel(false);
    }

    @Override
    public boolean isCurrent() {
      return current.getAsBoolean();
    }

    @Override
    public boolean isTerminated() {
      return loop.isTerminated();
    }
  }
}
