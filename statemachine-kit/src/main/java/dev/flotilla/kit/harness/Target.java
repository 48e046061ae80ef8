package dev.flotilla.kit.harness;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Takes what a snapshot writes, and has something done at each write.
 *
 * <p>Internal: public only for the other packages of statemachine-kit.
 */
public final class Target extends OutputStream {
  /** What is done after a write. */
  public interface Hook {
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

  public Target() {
    this(writes -> {});
  }

  public Target(Hook hook) {
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

  public boolean isClosed() {
    return isClosed;
  }

  public byte[] bytes() {
    return content.toByteArray();
  }
}
