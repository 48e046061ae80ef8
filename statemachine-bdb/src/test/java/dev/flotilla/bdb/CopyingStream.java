package dev.flotilla.bdb;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;

/** Does something at its start and after every so many bytes. */
final class CopyingStream extends FilterInputStream {
  private final int interval;
  private final Runnable action;
  private int next;
  private int count;

  CopyingStream(byte[] bytes, int interval, Runnable action) {
    super(new ByteArrayInputStream(bytes));
    this.interval = interval;
    this.action = action;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (count >= next) {
      next += interval;
      action.run();
    }
    int read = super.read(target, offset, length);
    count += read;
    return read;
  }
}
