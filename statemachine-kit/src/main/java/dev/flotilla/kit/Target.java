package dev.flotilla.kit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Takes what a snapshot writes, and has something done at each write. */
final class Target extends OutputStream {
  /** What is done after a write. */
  interface Hook {
    /**
     * Called after each.
     *
     * @param writes how many there were
     */
    void wrote(int writes) throws IOException;
  }

  private final ByteArrayOutputStream content = new ByteArrayOutputStream();
  private final Hook hook;
  private int writes;
  private boolean isClosed;

  Target() {
    this(writes -> {});
  }

  Target(Hook hook) {
    this.hook = hook;
  }

  @Override
  public void write(int value) throws IOException {
    content.write(value);
    hook.wrote(++writes);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    content.write(bytes, offset, length);
    hook.wrote(++writes);
  }

  @Override
  public void close() {
    isClosed = true;
  }

  boolean isClosed() {
    return isClosed;
  }

  byte[] bytes() {
    return content.toByteArray();
  }
}
