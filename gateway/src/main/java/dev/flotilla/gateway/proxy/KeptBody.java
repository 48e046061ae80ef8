package dev.flotilla.gateway.proxy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.io.ByteArrayOutputStream;

/** A body that grows up to a limit, within the budget of all. One event loop. */
final class KeptBody implements AutoCloseable {
  private final KeptBytes budget;
  private final int maxBytes;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(0);
  private long takenBytes;

  KeptBody(KeptBytes budget, int maxBytes) {
    this.budget = budget;
    this.maxBytes = maxBytes;
  }

  /** Adds a part, unless it becomes too large with it. */
  boolean add(ByteBuf part) {
    int size = part.readableBytes();
    if (bytes.size() + size > maxBytes || !budget.take(size)) {
      return false;
    }
    takenBytes += size;
    bytes.writeBytes(ByteBufUtil.getBytes(part));
    return true;
  }

  byte[] toBytes() {
    return bytes.toByteArray();
  }

  /** Gives back its part of the budget. Idempotent. */
  @Override
  public void close() {
    budget.giveBack(takenBytes);
    takenBytes = 0;
  }
}
