package dev.flotilla.gateway.proxy;

import java.util.concurrent.atomic.AtomicLong;

/** The bytes that all kept requests and answers take together. Any thread. */
final class KeptBytes {
  private final long maxBytes;
  private final AtomicLong takenBytes = new AtomicLong();

  KeptBytes(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Takes room if there is enough. */
  boolean take(long bytes) {
    if (takenBytes.addAndGet(bytes) <= maxBytes) {
      return true;
    }
    takenBytes.addAndGet(-bytes);
    return false;
  }

  void giveBack(long bytes) {
    takenBytes.addAndGet(-bytes);
  }

  long takenBytes() {
    return takenBytes.get();
  }
}
