package dev.flotilla.kit;

import dev.flotilla.kit.harness.Bench;
import dev.flotilla.kit.harness.MachineRun;
import dev.flotilla.kit.harness.Target;
import dev.flotilla.kit.harness.Violation;
import dev.flotilla.node.statemachine.StateSnapshot;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Has a snapshot written on a thread of its own while the calling one applies commands: the target
 * waits at each of its first writes until a batch has been applied.
 */
final class BusyWrite {
  private static final int MAX_WAITS = 24;

  private final StateSnapshot snapshot;
  private final MachineRun life;
  private final int mostCommands;
  private final int patienceSeconds;
  private final Semaphore writes = new Semaphore(0);
  private final Semaphore batches = new Semaphore(0);
  private volatile boolean hasWaitedInVain;

  BusyWrite(StateSnapshot snapshot, MachineRun life, Bench bench) {
    this.snapshot = snapshot;
    this.life = life;
    this.mostCommands = bench.size();
    this.patienceSeconds = bench.subject().patienceSeconds();
  }

  /** What was written. */
  byte[] run() throws Exception {
    Target target = new Target(this::await);
    FutureTask<byte[]> task =
        new FutureTask<>(
            () -> {
              snapshot.writeTo(target);
              return target.bytes();
            }) {
          @Override
          protected void done() {
            writes.release();
          }
        };
    Thread writer = new Thread(task, "conformance-snapshot");
    writer.setDaemon(true);
    writer.start();
    while (!task.isDone()) {
      writes.acquire();
      life.applyUpTo(Math.min(mostCommands, life.count() + 2));
      batches.release();
    }
    writer.join();
    requireFlow();
    try {
      return task.get();
    } catch (ExecutionException e) {
      throw new Violation("writeTo threw " + e.getCause(), e.getCause());
    }
  }

  private void await(int written) {
    if (written > MAX_WAITS || hasWaitedInVain) {
      return;
    }
    writes.release();
    try {
      hasWaitedInVain = !batches.tryAcquire(patienceSeconds, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void requireFlow() {
    if (hasWaitedInVain) {
      throw new Violation(
          "apply did not return for %s s, while the target of the snapshot waited for it"
              .formatted(patienceSeconds));
    }
  }
}
