package dev.flotilla.kit.harness;

import java.io.IOException;
import java.io.InputStream;

/**
 * Hands out a snapshot a little at a time, and has something done before each piece.
 *
 * <p>Internal: public only for the other packages of statemachine-kit.
 */
public final class Source extends InputStream {
  /** What is done before a piece. */
  public interface Hook {
    /** Called before each piece, and before the end. */
    void reached(int offset) throws IOException;
  }

  private final byte[] content;
  private final int pieceBytes;
  private final Hook hook;
  private int offset;
  private boolean isClosed;

  public Source(byte[] content) {
    // Less than is asked for, as streams may.
    this(content, 7, offset -> {});
  }

  public Source(byte[] content, int pieceBytes, Hook hook) {
    this.content = content;
    this.pieceBytes = pieceBytes;
    this.hook = hook;
  }

  /** How large the snapshot is. */
  long sizeBytes() {
    return content.length;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int start, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    int inPiece = offset % pieceBytes;
    if (inPiece == 0 || offset == content.length) {
      hook.reached(offset);
    }
    if (offset == content.length) {
      return -1;
    }
    int count = Math.min(Math.min(length, pieceBytes - inPiece), content.length - offset);
    System.arraycopy(content, offset, target, start, count);
    offset += count;
    return count;
  }

  @Override
  public int available() {
    return 0;
  }

  @Override
  public void close() {
    isClosed = true;
  }

  public boolean isClosed() {
    return isClosed;
  }
}
