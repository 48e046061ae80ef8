package dev.flotilla.node.snapshot;

import dev.flotilla.node.loop.NodeLifecycle;
import dev.flotilla.node.statemachine.SnapshotGivenUp;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * What a state machine is restored from: refuses once the node is to stop. Any one thread.
 *
 * <p>Internal: public only for the other packages of raft-node.
 */
public final class RestoredWhileRunning extends FilterInputStream {
  private final NodeLifecycle life;

  public RestoredWhileRunning(InputStream source, NodeLifecycle life) {
    super(source);
    this.life = life;
  }

  @Override
  public int read() throws IOException {
    requireRunning();
    return super.read();
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    requireRunning();
    return super.read(target, offset, length);
  }

  private void requireRunning() throws SnapshotGivenUp {
    if (life.isOver()) {
      throw new SnapshotGivenUp(life.reason());
    }
  }
}
