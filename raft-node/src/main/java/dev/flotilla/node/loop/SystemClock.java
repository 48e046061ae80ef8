package dev.flotilla.node.loop;

import java.util.concurrent.locks.LockSupport;

/** The machine's monotonic clock. Any thread. */
enum SystemClock implements Clock {
  INSTANCE;

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public void pause(long nanos) {
    LockSupport.parkNanos(this, nanos);
  }
}
