package dev.flotilla.systemtests;

import dev.flotilla.CommandContext;
import dev.flotilla.Group;
import dev.flotilla.Rejected;
import dev.flotilla.RestorableState;
import dev.flotilla.StateImage;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Base64;
import java.util.BitSet;

/**
 * Which commands were executed, and nothing of what they carry. Their numbers begin with 1; 0 is
 * {@link #REPEATED}. Any thread may read it.
 */
final class Numbers implements RestorableState<Fill, Long> {
  /** Stands for this: a command was executed twice. */
  static final int REPEATED = 0;

  /** Guarded by this. */
  private BitSet executed = new BitSet();

  static Group<Fill, Long> group(String name) {
    return Group.named(name, Fill.class, Long.class);
  }

  static BitSet ofText(String text) {
    return BitSet.valueOf(Base64.getDecoder().decode(text));
  }

  @Override
  public synchronized Long apply(Fill command, CommandContext context) throws Rejected {
    if (executed.get(command.number())) {
      executed.set(REPEATED);
      throw new Rejected("executed twice: " + command.number());
    }
    executed.set(command.number());
    return (long) command.number();
  }

  synchronized String text() {
    return Base64.getEncoder().encodeToString(executed.toByteArray());
  }

  @Override
  public StateImage image() {
    byte[] bytes = bytes();
    return new StateImage() {
      @Override
      public void writeTo(OutputStream target) throws IOException {
        target.write(bytes);
      }
    };
  }

  private synchronized byte[] bytes() {
    return executed.toByteArray();
  }

  @Override
  public void restore(InputStream source) throws IOException {
    BitSet restored = BitSet.valueOf(source.readAllBytes());
    synchronized (this) {
      executed = restored;
    }
  }
}
