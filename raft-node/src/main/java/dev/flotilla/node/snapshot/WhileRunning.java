package dev.flotilla.node.snapshot;

import dev.flotilla.node.loop.NodeLifecycle;
import dev.flotilla.node.statemachine.SnapshotGivenUp;
import java.io.IOException;
import java.io.OutputStream;

/** Where a state machine writes its snapshot: refuses once the node is to stop. Any one thread. */
final class WhileRunning extends OutputStream {
  private final OutputStream target;
  private final NodeLifecycle life;

  WhileRunning(OutputStream target, NodeLifecycle life) {
    this.target = target;
    this.life = life;
  }

  @Override
  public void write(int value) throws IOException {
    requireRunning();
    target.write(value);
  }

  @Override
  public void write(byte[] source, int offset, int length) throws IOException {
    requireRunning();
    target.write(source, offset, length);
  }

  @Override
  public void flush() throws IOException {
    requireRunning();
    target.flush();
  }

  private void requireRunning() throws SnapshotGivenUp {
    if (life.isOver()) {
      throw new SnapshotGivenUp(life.reason());
    }
  }
}
